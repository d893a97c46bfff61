/** Sets which outgoing payments need a receipt: above an amount, from a day on. For administrators. */
import type { ReceiptRule } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { groupDigits, readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { EditConflict, useEditBase } from '@calmly/portal-kit/shared/form/edit-conflict.tsx';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { DateField } from '@calmly/ui/dates/date-field.tsx';
import { CheckboxField, TextField } from '@calmly/ui/fields/field.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { IconReceipt } from '@tabler/icons-react';
import { receiptRuleMutation } from '../queries.ts';
import { RuleText } from './rule-text.tsx';

const currency = 'EUR';

const typedRule = ({ above, from }: ReceiptRule) => ({
  isNeeded: above !== null,
  above: groupDigits(above ?? ''),
  from: from ?? `${localDay(new Date()).slice(0, 7)}-01`,
});

export function RuleDialog({ rule, onClose }: { rule: ReceiptRule; onClose: () => void }) {
  const t = useTranslations('bookkeeping.receipts');
  const { base, restart, overwrite } = useEditBase(rule);
  const form = useForm({
    start: () => typedRule(base),
    read: ({ isNeeded, above, from }) => {
      if (!isNeeded) return { body: { above: null, from: null, before: base } };
      const amount = readAmount(above, currency);
      // Zero: every payment needs one.
      const minor = amount.ok ? amount.minor : amount.code === 'amount_zero' ? 0n : undefined;
      if (minor === undefined || from === '')
        return {
          faults: {
            ...(minor === undefined && { above: t('aboveWrong') }),
            ...(from === '' && { from: t('fromMissing') }),
          },
        };
      return { body: { above: formatDecimal(minor, currency), from, before: base } };
    },
    mutation: receiptRuleMutation,
    onSent: () => {
      showSnackbar(t('saved'));
      onClose();
    },
  });
  const { isNeeded, above, from } = form.values;
  return (
    <FormDialog
      icon={<IconReceipt aria-hidden="true" />}
      title={t('ruleTitle')}
      text={t('ruleText')}
      confirm={t('save')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <CheckboxField
        label={t('isNeeded')}
        checked={isNeeded}
        onChange={(event) => form.change({ isNeeded: event.target.checked })}
      />
      {isNeeded && (
        <>
          <TextField
            name="above"
            label={t('above')}
            inputMode="decimal"
            autoComplete="off"
            right={<span>{currency}</span>}
            help={t('aboveHelp')}
            value={above}
            error={form.faults.above}
            onChange={(event) => form.change({ above: event.target.value })}
          />
          <DateField
            name="from"
            label={t('from')}
            value={from}
            error={form.faults.from}
            onChange={(day) => form.change({ from: day })}
          />
        </>
      )}
      <FormMessage form={form} />
      <EditConflict
        error={form.error}
        onRestart={() => restart((newest) => form.change(typedRule(newest)))}
        onOverwrite={() => overwrite(form.submit)}
      >
        <RuleText rule={rule} />
      </EditConflict>
    </FormDialog>
  );
}
