/** When receipts of card payments are needed, and whether a card is locked without them. For administrators. */
import { type CardReceiptRules, receiptAsks, receiptDaysMost } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { groupDigits, readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { EditConflict, useEditBase } from '@calmly/portal-kit/shared/form/edit-conflict.tsx';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { CheckboxField, RadioRow, TextField } from '@calmly/ui/fields/field.tsx';
import { FieldGroup } from '@calmly/ui/fields/field-group.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { IconReceipt } from '@tabler/icons-react';
import { receiptRulesMutation } from '../queries.ts';

/** Cards hold euro. */
const currency = 'EUR';
const usualDays = 7;

const typedRules = ({ ask, above, lockAfterDays }: CardReceiptRules) => ({
  ask,
  above: groupDigits(above ?? ''),
  locks: lockAfterDays !== null,
  lockAfterDays: String(lockAfterDays ?? usualDays),
});

export function ReceiptRulesDialog({ rules, onClose }: { rules: CardReceiptRules; onClose: () => void }) {
  const t = useTranslations('cardReceipts');
  const { base, restart, overwrite } = useEditBase(rules);
  const form = useForm({
    start: () => typedRules(base),
    read: ({ ask, above, locks, lockAfterDays: typed }) => {
      const amount = readAmount(above, currency);
      const days = /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : 0;
      const isLocking = ask !== 'NEVER' && locks;
      const faults = {
        ...(ask === 'ABOVE' && !amount.ok && { above: t('aboveWrong') }),
        ...(isLocking &&
          (days < 1 || days > receiptDaysMost) && {
            lockAfterDays: t('daysWrong', { most: String(receiptDaysMost) }),
          }),
      };
      if (Object.keys(faults).length > 0) return { faults };
      return {
        body: {
          ask,
          above: ask === 'ABOVE' && amount.ok ? formatDecimal(amount.minor, currency) : null,
          lockAfterDays: isLocking ? days : null,
          before: base,
        },
      };
    },
    mutation: receiptRulesMutation,
    onSent: () => {
      showSnackbar(t('saved'));
      onClose();
    },
  });
  const { ask, above, locks, lockAfterDays } = form.values;
  return (
    <FormDialog
      icon={<IconReceipt aria-hidden="true" />}
      title={t('title')}
      text={t('text')}
      confirm={t('save')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <FieldGroup label={t('ask')}>
        <Grid gap={8}>
          {receiptAsks.map((each) => (
            <RadioRow
              key={each}
              name="ask"
              title={t(`asks.${each}`)}
              checked={each === ask}
              onChange={() => form.change({ ask: each })}
            />
          ))}
        </Grid>
      </FieldGroup>
      {ask === 'ABOVE' && (
        <TextField
          name="above"
          label={t('above')}
          inputMode="decimal"
          autoComplete="off"
          right={<span>{currency}</span>}
          value={above}
          error={form.faults.above}
          onChange={({ target }) => form.change({ above: groupDigits(target.value) })}
        />
      )}
      {ask !== 'NEVER' && (
        <CheckboxField
          label={t('lock')}
          checked={locks}
          onChange={({ target }) => form.change({ locks: target.checked })}
        />
      )}
      {ask !== 'NEVER' && locks && (
        <TextField
          name="lockAfterDays"
          label={t('days')}
          help={t('lockText')}
          inputMode="numeric"
          autoComplete="off"
          value={lockAfterDays}
          error={form.faults.lockAfterDays}
          onChange={({ target }) => form.change({ lockAfterDays: target.value })}
        />
      )}
      <FormMessage form={form} />
      <EditConflict
        error={form.error}
        onRestart={() => restart((newest) => form.change(typedRules(newest)))}
        onOverwrite={() => overwrite(form.submit)}
      >
        {t(`asks.${rules.ask}`)}
        {rules.above !== null && `: ${amountText(rules.above, currency)}`}
        {rules.lockAfterDays !== null && `; ${t('lockedAfter', { count: rules.lockAfterDays })}`}
      </EditConflict>
    </FormDialog>
  );
}
