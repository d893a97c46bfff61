/** What is typed of a new request, and what it lacks before it can be sent. Pure. */
import { type Account, type MoneyRequestInput, newIdempotencyKey } from '@calmly/contract';
import { formatDecimal, isCurrency } from '@calmly/domain';
import { readAmount } from '../../session/amount-input.ts';
import type { KeptDocument } from '../../session/use-uploads.ts';

export interface RequestDraft {
  readonly accountId: string;
  readonly payerName: string;
  readonly payerEmail: string;
  /** As typed. */
  readonly amount: string;
  readonly details: string;
  /** `YYYY-MM-DD` or empty. */
  readonly dueOn: string;
  readonly documents: readonly KeptDocument[];
  /** Of this intent: whatever changes makes it another. */
  readonly key: string;
}

export const emptyDraft = (accountId: string): RequestDraft => ({
  accountId,
  payerName: '',
  payerEmail: '',
  amount: '',
  details: '',
  dueOn: '',
  documents: [],
  key: newIdempotencyKey(),
});

export const changed = (draft: RequestDraft, patch: Partial<RequestDraft>): RequestDraft => ({
  ...draft,
  ...patch,
  key: newIdempotencyKey(),
});

/** Fields that must say something. */
export type RequiredField = 'payerName' | 'amount' | 'details';

export type CheckedDraft =
  | { readonly ok: true; readonly body: MoneyRequestInput }
  | { readonly ok: false; readonly faults: Readonly<Partial<Record<RequiredField, 'missing' | 'invalid'>>> };

/** The request as it would be sent, or what is wrong with it; the rest the bank says. */
export function checkDraft(draft: RequestDraft, account: Account): CheckedDraft {
  const { payerName, payerEmail, details, dueOn, documents } = draft;
  const { currency } = account;
  const amount = isCurrency(currency) ? readAmount(draft.amount, currency) : undefined;
  const faults = {
    ...(payerName.trim() === '' && { payerName: 'missing' as const }),
    ...(!amount?.ok && {
      amount: amount?.code === 'required' ? ('missing' as const) : ('invalid' as const),
    }),
    ...(details.trim() === '' && { details: 'missing' as const }),
  };
  if (!amount?.ok || !isCurrency(currency) || Object.keys(faults).length > 0) return { ok: false, faults };
  return {
    ok: true,
    body: {
      creditorAccount: account.number,
      amount: formatDecimal(amount.minor, currency),
      payerName: payerName.trim(),
      details: details.trim(),
      documentIds: documents.map(({ id }) => id),
      ...(payerEmail.trim() && { payerEmail: payerEmail.trim() }),
      ...(dueOn && { dueOn }),
    },
  };
}
