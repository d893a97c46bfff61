/**
 * What is typed into the forms for payees, kept with the idempotency key of its intent: the same content goes with the same
 * key, over double clicks, lost answers and reloads, and is added once. Other content is another intent.
 */
import { newIdempotencyKey } from '@calmly/contract';
import { z } from 'zod';
import { tabStorage } from '../../session/tab-storage.ts';
import { zAccountDraft } from './account-kind.ts';
import { emptyPayee, type PayeeDraft, zPayeeDraft } from './party-draft.ts';

const zKeptPayee = z.object({ draft: zPayeeDraft, key: z.string() });
export type KeptPayee = Readonly<z.output<typeof zKeptPayee>>;

const payee = tabStorage('calmly.payee-draft', zKeptPayee);

export const readPayee = (): KeptPayee => payee.read() ?? { draft: emptyPayee, key: newIdempotencyKey() };

export function keepPayee(draft: PayeeDraft): KeptPayee {
  const kept = { draft, key: newIdempotencyKey() };
  payee.keep(kept);
  return kept;
}

export const forgetPayee = payee.forget;

/** The new bank account of one payee. */
export const accountDraft = (payeeId: string) => tabStorage(`calmly.account-draft.${payeeId}`, zAccountDraft);
