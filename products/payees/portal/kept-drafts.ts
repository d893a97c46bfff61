/**
 * Drafts of the payee forms, kept in the tab. A new payee is kept with its idempotency key, so that it is added once despite double
 * clicks, lost responses and reloads.
 */

import { tabStorage } from '@calmly/portal-kit/session/tab-storage.ts';
import { z } from 'zod';
import { zAccountDraft } from './account-kind.ts';
import { zPayeeDraft } from './party-draft.ts';

const zNewPayee = zPayeeDraft.extend({ key: z.string() });
export type NewPayee = Readonly<z.output<typeof zNewPayee>>;

export const payeeDraft = tabStorage('calmly.payee-draft', zNewPayee);

/** The new bank account of one payee. */
export const accountDraft = (payeeId: string) => tabStorage(`calmly.account-draft.${payeeId}`, zAccountDraft);
