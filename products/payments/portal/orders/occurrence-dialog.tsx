/** Another amount for one payment of a series; a code confirms it. */
import type { Occurrence, StandingOrderDetails } from '@calmly/contract';
import { formatDecimal, isCurrency } from '@calmly/domain';
import { AmountField } from '@calmly/portal-kit/shared/amount/amount-field.tsx';
import { groupDigits, readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { EditConflict, useEditBase } from '@calmly/portal-kit/shared/form/edit-conflict.tsx';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { actMutation } from './queries.ts';
import { useDay } from './use-day.ts';

interface OccurrenceDialogProps {
  order: StandingOrderDetails;
  occurrence: Occurrence;
  onClose: () => void;
}

export function OccurrenceDialog({ order, occurrence, onClose }: OccurrenceDialogProps) {
  const t = useTranslations('orders');
  const day = useDay();
  const { dueOn } = occurrence;
  const currency = isCurrency(order.currency) ? order.currency : 'EUR';
  const { base, restart } = useEditBase({ order, occurrence });
  const form = useForm({
    start: { amount: groupDigits(base.occurrence.amount) },
    live: true,
    read: (values) => {
      const amount = readAmount(values.amount, currency);
      if (!amount.ok) return { faults: { amount: t('edit.amountProblem') } };
      const { version } = base.order;
      return {
        body: { kind: 'occurrence' as const, dueOn, amount: formatDecimal(amount.minor, currency), version },
      };
    },
    mutation: actMutation(order.id),
    onSent: () => {
      showSnackbar(t('single.done', { day: day(dueOn) }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('single.title', { day: day(dueOn) })}
      text={t('single.text')}
      confirm={t('edit.confirm')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <AmountField
        label={t('edit.amount')}
        value={form.values.amount}
        currency={currency}
        error={form.faults.amount}
        onChange={(amount) => form.change({ amount })}
        onLeave={() => form.leave('amount')}
      />
      <FormMessage form={form} />
      <EditConflict
        error={form.error}
        onRestart={() => restart((newest) => form.change({ amount: groupDigits(newest.occurrence.amount) }))}
      >
        {amountText(occurrence.amount, currency)}
      </EditConflict>
    </FormDialog>
  );
}
