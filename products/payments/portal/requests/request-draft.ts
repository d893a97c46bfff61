/** The values of a new request, kept in the tab, and the errors that prevent sending. */
import type { Account, MoneyRequestInput } from '@calmly/contract';
import { formatDecimal, isCurrency } from '@calmly/domain';
import { tabStorage } from '@calmly/portal-kit/session/tab-storage.ts';
import { readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { z } from 'zod';

const zRequestDraft = z.object({
  accountId: z.string(),
  payerName: z.string(),
  payerEmail: z.string(),
  /** As typed. */
  amount: z.string(),
  details: z.string(),
  /** `YYYY-MM-DD` or empty. */
  dueOn: z.string(),
  documents: z.array(z.object({ id: z.string(), fileName: z.string(), sizeBytes: z.number() })).readonly(),
});
export type RequestDraft = Readonly<z.output<typeof zRequestDraft>>;

export const keptRequest = tabStorage('calmly.request-draft', zRequestDraft);

/** The account that a link names replaces the one kept. */
export function keepAccount(accountId: string): void {
  const kept = keptRequest.read();
  if (kept && kept.accountId !== accountId) keptRequest.keep({ ...kept, accountId });
}

export const emptyDraft = (accountId: string): RequestDraft => ({
  accountId,
  payerName: '',
  payerEmail: '',
  amount: '',
  details: '',
  dueOn: '',
  documents: [],
});

/** Fields that must say something. */
type RequiredField = 'payerName' | 'amount' | 'details';

type CheckedDraft =
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
