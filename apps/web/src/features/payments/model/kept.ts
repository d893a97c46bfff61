/** Between the form as it is typed here and as the bank keeps it as a draft or a template. Documents and dates are of one payment only. */
import type { KeptForm, TypedForm } from '@calmly/contract';
import { emptyDraft, type PaymentDraft } from './draft.ts';

export function toTypedForm(values: PaymentDraft, debtorAccountId: string): TypedForm {
  const { kind, payeeKind, beneficiaryId, bankAccount, clientAccount, creditorAccountId } = values;
  const { amount, reference, chargeBearer, instant, purpose } = values;
  return {
    between: kind,
    debtorAccountId,
    payeeKind,
    beneficiaryId,
    bankAccount,
    clientAccount,
    creditorAccountId,
    amount,
    reference,
    chargeBearer,
    instant,
    purpose,
  };
}

/** The draft that a kept form begins; a kept draft is forgotten when it is sent. */
export function fromKept({ id, kind, form: { between, ...form } }: KeptForm): PaymentDraft {
  return { ...emptyDraft, ...form, kind: between, keptId: kind === 'DRAFT' ? id : '' };
}
