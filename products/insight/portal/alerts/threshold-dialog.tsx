/** A threshold: the account, the kind and the amount. It replaces an existing one for the same account and kind. */
import { type AlertAccount, type Threshold, type ThresholdKind, thresholdKinds } from '@calmly/contract';
import { type CurrencyCode, formatDecimal } from '@calmly/domain';
import { groupDigits, readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { SelectField, TextField } from '@calmly/ui/fields/field.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { IconBellPlus } from '@tabler/icons-react';
import { saveThresholdMutation } from './queries.ts';

interface ThresholdDialogProps {
  accounts: readonly Pick<AlertAccount, 'id' | 'name' | 'number' | 'currency'>[];
  /** The threshold to change; its account and kind stay. */
  threshold?: Threshold | undefined;
  onClose: () => void;
}

export function ThresholdDialog({ accounts, threshold, onClose }: ThresholdDialogProps) {
  const t = useTranslations('alerts');
  const currencyOf = (id: string) =>
    (accounts.find((each) => each.id === id)?.currency ?? 'EUR') as CurrencyCode;
  const form = useForm({
    start: () => ({
      accountId: threshold?.accountId ?? accounts[0]?.id ?? '',
      kind: threshold?.kind ?? ('LOW_BALANCE' as ThresholdKind),
      amount: groupDigits(threshold?.amount ?? ''),
    }),
    read: ({ accountId, kind, amount }) => {
      const currency = currencyOf(accountId);
      const read = readAmount(amount, currency);
      return read.ok
        ? { body: { accountId, kind, amount: formatDecimal(read.minor, currency) } }
        : { faults: { amount: t('amountWrong') } };
    },
    mutation: saveThresholdMutation,
    onSent: () => {
      showSnackbar(t('saved'));
      onClose();
    },
  });
  const { accountId, kind, amount } = form.values;
  const isFixed = threshold !== undefined;
  return (
    <FormDialog
      icon={<IconBellPlus aria-hidden="true" />}
      title={t(isFixed ? 'editTitle' : 'newTitle')}
      text={t('dialogText')}
      confirm={t('save')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <SelectField
        name="accountId"
        label={t('account')}
        value={accountId}
        disabled={isFixed}
        onChange={(event) => form.change({ accountId: event.target.value })}
      >
        {accounts.map(({ id, name, number }) => (
          <option key={id} value={id}>
            {`${name}, ${number}`}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="kind"
        label={t('when')}
        value={kind}
        disabled={isFixed}
        onChange={(event) => form.change({ kind: event.target.value as ThresholdKind })}
      >
        {thresholdKinds.map((each) => (
          <option key={each} value={each}>
            {t(`kinds.${each}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        name="amount"
        label={t('amount')}
        inputMode="decimal"
        autoComplete="off"
        right={<span>{currencyOf(accountId)}</span>}
        help={t(`help.${kind}`)}
        value={amount}
        error={form.faults.amount}
        onChange={(event) => form.change({ amount: event.target.value })}
      />
      <FormMessage form={form} />
    </FormDialog>
  );
}
