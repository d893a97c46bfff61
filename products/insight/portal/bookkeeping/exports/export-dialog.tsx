/** A saved export: its name, period, format, accounts, columns and their order, and whether it is mailed each month. */
import { type ExportColumn, type ExportProfile, exportFormats, exportPeriods } from '@calmly/contract';
import { newIdempotencyKey } from '@calmly/portal-kit/session/bank.ts';
import { ownTimeZone } from '@calmly/portal-kit/shared/days/days.ts';
import { missingTexts } from '@calmly/portal-kit/shared/form/faults.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { allAccountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { CheckboxField, SelectField, TextField } from '@calmly/ui/fields/field.tsx';
import { FieldGroup } from '@calmly/ui/fields/field-group.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import classes from '../bookkeeping.module.css';
import { deleteProfileMutation, saveProfileMutation } from '../queries.ts';
import { ColumnChoice } from './column-choice.tsx';

const usualColumns: readonly ExportColumn[] = [
  'time',
  'number',
  'counterparty',
  'reference',
  'amount',
  'currency',
  'fee',
  'account',
  'category',
  'note',
  'receipts',
];
const longestName = 40;

export function ExportDialog({
  profile,
  onClose,
}: {
  profile: ExportProfile | undefined;
  onClose: () => void;
}) {
  const t = useTranslations('bookkeeping.exports');
  const titleId = useId();
  const accounts = useQuery(allAccountsQuery).data ?? [];
  const done = (text: string) => {
    showSnackbar(text);
    onClose();
  };
  const remove = useMutation(deleteProfileMutation);
  const form = useForm({
    start: () => ({
      name: profile?.name ?? '',
      period: profile?.period ?? 'LAST_MONTH',
      format: profile?.format ?? 'xlsx',
      accountIds: profile?.accountIds ?? [],
      columns: profile?.columns ?? [...usualColumns],
      mailsMonthly: profile?.mailsMonthly ?? false,
      key: newIdempotencyKey(),
    }),
    read: ({ name, columns, ...values }) => {
      const faults = {
        ...missingTexts({ name }, { name: t('nameMissing') }),
        ...(columns.length === 0 && { columns: t('columnsMissing') }),
      };
      if (Object.keys(faults).length > 0) return { faults };
      return {
        body: { ...values, id: profile?.id, name: name.trim(), columns, timeZone: ownTimeZone() },
      };
    },
    mutation: saveProfileMutation,
    onSent: (_profile, { name }) => done(t('saved', { name })),
  });
  const { period, format, accountIds, columns, mailsMonthly } = form.values;
  const toggle = (id: string) =>
    form.change({
      accountIds: accountIds.includes(id) ? accountIds.filter((each) => each !== id) : [...accountIds, id],
    });
  return (
    <Dialog labelledBy={titleId} onCancel={onClose}>
      <form {...form.props} className={classes.form}>
        <h2 id={titleId}>{t(profile ? 'editTitle' : 'newTitle')}</h2>
        <TextField
          {...form.text('name')}
          label={t('name')}
          maxLength={longestName}
          placeholder={t('namePlaceholder')}
          autoComplete="off"
          data-autofocus
        />
        <SelectField
          name="period"
          label={t('period')}
          value={period}
          onChange={(event) => form.change({ period: event.target.value as typeof period })}
        >
          {exportPeriods.map((each) => (
            <option key={each} value={each}>
              {t(`periods.${each}`)}
            </option>
          ))}
        </SelectField>
        <FieldGroup label={t('format')}>
          <Segments
            block
            label={t('format')}
            value={format}
            options={exportFormats.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={(next) => form.change({ format: next })}
          />
        </FieldGroup>
        <FieldGroup label={t('accounts')}>
          <Stack gap={8} className={classes.checks}>
            <CheckboxField
              label={t('allAccounts')}
              checked={accountIds.length === 0}
              onChange={() => form.change({ accountIds: [] })}
            />
            {accounts.map(({ id, name, currency }) => (
              <CheckboxField
                key={id}
                label={`${name}, ${currency}`}
                checked={accountIds.includes(id)}
                onChange={() => toggle(id)}
              />
            ))}
          </Stack>
        </FieldGroup>
        <FieldGroup label={t('columns')} error={form.faults.columns}>
          <ColumnChoice columns={columns} onChange={(next) => form.change({ columns: next })} />
        </FieldGroup>
        <CheckboxField
          label={t('mails')}
          checked={mailsMonthly}
          onChange={(event) => form.change({ mailsMonthly: event.target.checked })}
        />
        {mailsMonthly && (
          <Text size={13} tone="soft">
            {t('mailsHelp')}
          </Text>
        )}
        <FormMessage form={form} />
        <ProblemNotice error={remove.error} />
        <Inline wrap gap={8} justify="end" className={classes.actions}>
          {profile && (
            <Button
              size="l"
              variant="danger"
              busy={remove.isPending}
              onClick={() =>
                remove.mutate(profile.id, {
                  onSuccess: () => done(t('deleted', { name: profile.name })),
                })
              }
            >
              {t('delete')}
            </Button>
          )}
          <Button size="l" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button size="l" variant="accent" type="submit" busy={form.busy}>
            {t('save')}
          </Button>
        </Inline>
      </form>
    </Dialog>
  );
}
