/** The form of a new payment: its values, saved as a draft with every change, and its attached files. */

import { useUploads } from '@calmly/portal-kit/shared/files/use-uploads.ts';
import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { type Reading, useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useState } from 'react';
import type { DraftField } from '../model/check-draft.ts';
import {
  emptyDraft,
  forgetDraft,
  type KeptDraft,
  keepDraft,
  type PaymentDraft,
  readDraft,
  wholeChange,
} from '../model/draft.ts';
import type { Placed } from '../queries.ts';
import type { Sending } from './use-send-payment.ts';

/** What a link brings into the form: over the kept draft, or over an empty one. */
export interface DraftStart {
  readonly patch: Partial<PaymentDraft>;
  readonly fresh: boolean;
  /** What was wrong with the payment that is sent again, by field. */
  readonly blamed?: Faults;
}

interface PaymentFormOptions {
  readonly start: DraftStart | undefined;
  readonly read: () => Reading<Sending>;
  readonly mutation: UseMutationOptions<Placed, Error, Sending>;
  readonly onSent: (placed: Placed) => void;
}

/** Under which field the form shows what is wrong with a value, where the names differ. */
const faultNames: Readonly<Partial<Record<keyof PaymentDraft, DraftField>>> = {
  debtorAccountId: 'debtorAccount',
  clientAccount: 'creditorAccount',
  creditorAccountId: 'creditorAccount',
  clientName: 'creditorName',
  amountSide: 'amount',
};

/** `change` also changes what depends on a value. `savedAt` is undefined once the draft is forgotten. */
export function usePaymentForm({ start, read, mutation, onSent }: PaymentFormOptions) {
  const [savedAt, setSavedAt] = useState(() => begin(start)?.savedAt);
  const form = useForm({
    start: emptyDraft,
    kept: {
      read: () => readDraft()?.values,
      keep: (values) => setSavedAt(keepDraft(values).savedAt),
      forget: () => {
        forgetDraft();
        setSavedAt(undefined);
      },
    },
    live: true,
    faultNames,
    ...(start?.blamed && { faults: start.blamed }),
    read,
    mutation,
    onSent,
  });
  const uploads = useUploads(form.values.attachments, (next) =>
    form.change(({ attachments }) => ({ attachments: [...next(attachments)] })),
  );
  return {
    ...form,
    savedAt,
    change: (patch: Partial<PaymentDraft>) => form.change((draft) => wholeChange(draft, patch)),
    /** Fixes what was only implied, as the accounts that come first; the rest of the draft stays. */
    pin: (patch: Pick<Partial<PaymentDraft>, 'debtorAccountId' | 'bankAccount'>) => form.change(patch),
    /** Here, not in the field: a file that is refused or still on its way holds the whole form. */
    uploads,
  };
}
export type PaymentFormState = ReturnType<typeof usePaymentForm>;

/** The draft to begin with, kept. An order whose outcome is unknown is never written over by a link. */
function begin(start: DraftStart | undefined): KeptDraft | undefined {
  const before = readDraft();
  if (!start || before?.intent) return before;
  const draft = (!start.fresh && before?.values) || emptyDraft;
  return keepDraft({ ...draft, ...wholeChange(draft, start.patch) });
}
