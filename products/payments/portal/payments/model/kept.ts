/** Converts between the typed form and the bank's draft or template. Documents belong to one payment only. */
import type { KeptForm, TypedForm } from '@calmly/contract';
import { emptyDraft, type PaymentDraft } from './draft.ts';

/** What was typed, as it is. Documents, and what a payment replaces, are left out. */
export function toTypedForm(values: PaymentDraft, debtorAccountId: string): TypedForm {
  const { kind, keptId: _id, repairOf: _failed, attachments: _documents, ...form } = values;
  // Only an ordinary method that was chosen is kept: without a choice the form takes the fastest again.
  return { ...form, instant: form.instant ?? true, between: kind, debtorAccountId };
}

/** The same for the next time: when this one goes is its own. */
export function toTemplate(values: PaymentDraft, debtorAccountId: string): TypedForm {
  const { frequency, startOn, ends, endOn, times, restDays } = emptyDraft;
  const now = { frequency, startOn, ends, endOn, times, restDays };
  return toTypedForm({ ...values, ...now }, debtorAccountId);
}

/** The draft that a kept form begins; a kept draft is forgotten when it is sent. */
export function fromKept({ id, kind, form: { between, ...form } }: KeptForm): PaymentDraft {
  return {
    ...emptyDraft,
    ...form,
    instant: form.instant ? null : false,
    amountSide: form.amountSide ?? 'SELL',
    kind: between,
    keptId: kind === 'DRAFT' ? id : '',
  };
}
