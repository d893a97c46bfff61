/** All payments to come of one order, changed: account, amount, text, days. A code confirms it like a new one. */
import { ApiProblem, type StandingOrderDetails } from '@calmly/contract';
import { formatDecimal, isCurrency, scheduleAheadYears } from '@calmly/domain';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { AccountRow } from '../../shared/account-row.tsx';
import { AmountField } from '../../shared/amount/amount-field.tsx';
import { groupDigits, readAmount } from '../../shared/amount/amount-input.ts';
import {
  checkScheduleForm,
  fromSchedule,
  type ScheduleForm,
  toSchedule,
} from '../../shared/days/schedule-form.ts';
import { ProblemNotice } from '../../shared/problem-notice.tsx';
import { accountsQuery } from '../../shared/resources.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Picker } from '../../ui/picker.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { actMutation } from './queries.ts';
import { NextDates, ScheduleFields } from './schedule-fields.tsx';

export function EditDialog({ order, onClose }: { order: StandingOrderDetails; onClose: () => void }) {
  const t = useTranslations('orders');
  const accounts = useQuery(accountsQuery).data ?? [];
  const [accountId, setAccountId] = useState(order.accountId);
  const [text, setText] = useState(groupDigits(order.amount));
  const [reference, setReference] = useState(order.reference);
  const [schedule, setSchedule] = useState<ScheduleForm>(() => fromSchedule(order));
  const [asked, setAsked] = useState(false);
  const act = useMutation(actMutation(order.id));

  const account = accounts.find(({ id }) => id === accountId);
  const code = account?.currency ?? order.currency;
  const currency = isCurrency(code) ? code : 'EUR';
  const amount = readAmount(text, currency);
  const problems = checkScheduleForm(schedule);
  const goesOn = schedule.startOn === order.startOn && schedule.frequency === order.frequency;
  const submit = () => {
    setAsked(true);
    if (!amount.ok || !account || reference.trim() === '' || Object.keys(problems).length > 0) return;
    act.mutate(
      {
        kind: 'change',
        change: {
          debtorAccount: account.number,
          amount: formatDecimal(amount.minor, currency),
          reference: reference.trim(),
          ...toSchedule(schedule),
        },
      },
      {
        onSuccess: () => {
          showSnackbar(t('edit.done'));
          onClose();
        },
      },
    );
  };
  const answered = act.error instanceof ApiProblem ? act.error.fields : {};
  const told = (field: 'startOn' | 'endOn' | 'times') => {
    const problem = problems[field];
    return asked && problem
      ? t(`problems.${problem}`, { years: String(scheduleAheadYears) })
      : answered[field];
  };

  return (
    <FormDialog
      title={t('edit.title')}
      text={t('edit.text', { name: order.creditorName })}
      confirm={t('edit.confirm')}
      busy={act.isPending}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Picker
        label={t('drawer.from')}
        name="debtorAccount"
        placeholder={t('edit.account')}
        options={accounts.map((each) => ({ key: each.id, content: <AccountRow account={each} /> }))}
        chosen={accountId}
        onChoose={setAccountId}
        error={answered.debtorAccount}
      />
      <AmountField
        label={t('edit.amount')}
        value={text}
        currency={currency}
        error={asked && !amount.ok ? t('edit.amountProblem') : answered.amount}
        onChange={setText}
        onLeave={() => undefined}
      />
      <TextField
        label={t('drawer.reference')}
        name="reference"
        autoComplete="off"
        maxLength={140}
        value={reference}
        error={asked && reference.trim() === '' ? t('edit.referenceMissing') : answered.reference}
        onChange={(event) => setReference(event.target.value)}
      />
      <ScheduleFields
        values={schedule}
        errors={{ startOn: told('startOn'), endOn: told('endOn'), times: told('times') }}
        offerNow={false}
        onChange={({ frequency, ...patch }) =>
          setSchedule((before) => ({
            ...before,
            ...patch,
            ...(frequency && frequency !== 'NOW' && { frequency }),
          }))
        }
        onLeave={() => undefined}
      />
      <NextDates form={schedule} {...(goesOn && order.nextDates[0] && { from: order.nextDates[0] })} />
      {Object.keys(answered).length === 0 && <ProblemNotice error={act.error} />}
    </FormDialog>
  );
}
