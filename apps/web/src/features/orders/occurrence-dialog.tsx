/** Another amount for one payment of a series; a code confirms it. */
import { ApiProblem, type Occurrence, type StandingOrderDetails } from '@calmly/contract';
import { formatDecimal, isCurrency } from '@calmly/domain';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { AmountField } from '../../shared/amount/amount-field.tsx';
import { groupDigits, readAmount } from '../../shared/amount/amount-input.ts';
import { ProblemNotice } from '../../shared/problem-notice.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
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
  const [text, setText] = useState(groupDigits(occurrence.amount));
  const [asked, setAsked] = useState(false);
  const act = useMutation(actMutation(order.id));
  const amount = readAmount(text, currency);
  const submit = () => {
    setAsked(true);
    if (!amount.ok) return;
    act.mutate(
      { kind: 'occurrence', dueOn, amount: formatDecimal(amount.minor, currency) },
      {
        onSuccess: () => {
          showSnackbar(t('single.done', { day: day(dueOn) }));
          onClose();
        },
      },
    );
  };
  const answered = act.error instanceof ApiProblem ? act.error.fields.amount : undefined;
  return (
    <FormDialog
      title={t('single.title', { day: day(dueOn) })}
      text={t('single.text')}
      confirm={t('edit.confirm')}
      busy={act.isPending}
      onSubmit={submit}
      onCancel={onClose}
    >
      <AmountField
        label={t('edit.amount')}
        value={text}
        currency={currency}
        error={asked && !amount.ok ? t('edit.amountProblem') : answered}
        onChange={setText}
        onLeave={() => setAsked(true)}
      />
      {!answered && <ProblemNotice error={act.error} />}
    </FormDialog>
  );
}
