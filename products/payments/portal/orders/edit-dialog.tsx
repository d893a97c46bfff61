/** Changes all future payments of one order: account, amount, text, days. A code confirms it like a new one. */
import type { Account, StandingOrderDetails } from '@calmly/contract';
import { formatDecimal, isCurrency, scheduleAheadYears } from '@calmly/domain';
import { AccountRow } from '@calmly/portal-kit/shared/account-row.tsx';
import { AmountField } from '@calmly/portal-kit/shared/amount/amount-field.tsx';
import { groupDigits, readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { checkScheduleForm, fromSchedule, toSchedule } from '@calmly/portal-kit/shared/days/schedule-form.ts';
import { EditConflict, useEditBase } from '@calmly/portal-kit/shared/form/edit-conflict.tsx';
import { missingTexts } from '@calmly/portal-kit/shared/form/faults.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { Picker } from '@calmly/ui/fields/picker.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { useQuery } from '@tanstack/react-query';
import { actMutation } from './queries.ts';
import { NextDates, ScheduleFields } from './schedule-fields.tsx';

export function EditDialog({ order, onClose }: { order: StandingOrderDetails; onClose: () => void }) {
  const t = useTranslations('orders');
  const accounts = useQuery(accountsQuery).data ?? [];
  const accountOf = (id: string) => accounts.find((account) => account.id === id);
  const currencyOf = (account: Account | undefined) => {
    const code = account?.currency ?? order.currency;
    return isCurrency(code) ? code : 'EUR';
  };
  const { base, restart } = useEditBase(order);
  const form = useForm({
    start: () => startOf(base),
    live: true,
    read: ({ accountId, amount: text, reference, schedule }) => {
      const account = accountOf(accountId);
      const currency = currencyOf(account);
      const amount = readAmount(text, currency);
      const { startOn, endOn, times } = checkScheduleForm(schedule);
      if (amount.ok && account && reference.trim() !== '' && !startOn && !endOn && !times)
        return {
          body: {
            kind: 'change' as const,
            change: {
              debtorAccount: account.number,
              amount: formatDecimal(amount.minor, currency),
              reference: reference.trim(),
              ...toSchedule(schedule),
              version: base.version,
            },
          },
        };
      return {
        faults: {
          startOn: startOn && t(`problems.${startOn}`, { years: String(scheduleAheadYears) }),
          endOn: endOn && t(`problems.${endOn}`),
          times: times && t(`problems.${times}`),
          debtorAccount: account ? undefined : t('edit.account'),
          amount: amount.ok ? undefined : t('edit.amountProblem'),
          ...missingTexts({ reference }, { reference: t('edit.referenceMissing') }),
        },
      };
    },
    mutation: actMutation(order.id),
    onSent: () => {
      showSnackbar(t('edit.done'));
      onClose();
    },
  });
  const { values, faults, change } = form;
  const { schedule } = values;
  const goesOn = schedule.startOn === base.startOn && schedule.frequency === base.frequency;

  return (
    <FormDialog
      title={t('edit.title')}
      text={t('edit.text', { name: order.creditorName })}
      confirm={t('edit.confirm')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <Picker
        label={t('drawer.from')}
        name="debtorAccount"
        placeholder={t('edit.account')}
        options={accounts.map((each) => ({ key: each.id, content: <AccountRow account={each} /> }))}
        chosen={values.accountId}
        onChoose={(accountId) => change({ accountId })}
        error={faults.debtorAccount}
      />
      <AmountField
        label={t('edit.amount')}
        value={values.amount}
        currency={currencyOf(accountOf(values.accountId))}
        error={faults.amount}
        onChange={(amount) => change({ amount })}
        onLeave={() => undefined}
      />
      <TextField
        {...form.text('reference')}
        label={t('drawer.reference')}
        autoComplete="off"
        maxLength={140}
      />
      <ScheduleFields
        values={schedule}
        errors={faults}
        offerNow={false}
        onChange={({ frequency, ...patch }) =>
          change((before) => ({
            schedule: {
              ...before.schedule,
              ...patch,
              ...(frequency && frequency !== 'NOW' && { frequency }),
            },
          }))
        }
        onLeave={() => undefined}
      />
      <NextDates form={schedule} {...(goesOn && order.nextDates[0] && { from: order.nextDates[0] })} />
      <FormMessage form={form} />
      <EditConflict error={form.error} onRestart={() => restart((newest) => change(startOf(newest)))}>
        {[
          amountText(order.amount, order.currency),
          order.reference,
          accountOf(order.accountId)?.name,
          t(`frequencies.${order.frequency}`),
        ]
          .filter(Boolean)
          .join('; ')}
      </EditConflict>
    </FormDialog>
  );
}

const startOf = (order: StandingOrderDetails) => ({
  accountId: order.accountId,
  amount: groupDigits(order.amount),
  reference: order.reference,
  schedule: fromSchedule(order),
});
