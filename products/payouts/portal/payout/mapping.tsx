/** The assignment of the file's columns and its format options, beside its first rows. */
import { type PayoutDetails, type PayoutEncoding, payoutEncodings } from '@calmly/contract';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { CheckboxField, SelectField } from '@calmly/ui/fields/field.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useNavigate } from '@tanstack/react-router';
import { mapMutation } from '../queries.ts';
import { type Columns, faultOf } from './mapping-choice.ts';
import { MappingTable } from './mapping-table.tsx';
import { PartTitle } from './part-title.tsx';
import classes from './payout.module.css';

const delimiters = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const;

export function Mapping({ payout }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.mapping');
  const words = useTranslations('payoutWords');
  const navigate = useNavigate();
  const file = payout.file;
  const form = useForm({
    start: {
      columns: (file?.columns ?? []) as Columns,
      headerRow: file?.header !== null,
      encoding: file?.encoding ?? null,
      delimiter: file?.delimiter ?? null,
      decimalSign: file?.decimalSign ?? null,
      sheet: file?.sheet ?? null,
    },
    live: true,
    read: ({ columns, ...rest }) => {
      const fault = faultOf(columns);
      if (!fault) return { body: { version: payout.version, columns: [...columns], ...rest } };
      const text =
        fault.code === 'twice' ? t('twice', { field: words(`field.${fault.field}`) }) : t(fault.code);
      return { faults: { columns: text } };
    },
    mutation: mapMutation(payout.id),
    onSent: () =>
      void navigate({ to: '/payments/payouts/$id', params: { id: payout.id }, search: {}, replace: true }),
  });
  if (!file) return null;
  const { columns, headerRow, encoding, delimiter, decimalSign, sheet } = form.values;
  return (
    <Grid as="section" gap={16} className={classes.card}>
      <div>
        <PartTitle>{t('title')}</PartTitle>
        <Text tone="soft">
          {file.layout && t('layout', { layout: words(`layout.${file.layout}`) })} {t('text')}
        </Text>
      </div>
      <Grid gap={16} className={classes.fields}>
        {file.encoding !== null && (
          <SelectField
            size="m"
            label={t('encoding')}
            value={encoding ?? ''}
            onChange={({ currentTarget: { value } }) =>
              form.change({ encoding: (value || null) as PayoutEncoding | null })
            }
          >
            <option value="">{t('guess')}</option>
            {payoutEncodings.map((one) => (
              <option key={one} value={one}>
                {words(`encoding.${one}`)}
              </option>
            ))}
          </SelectField>
        )}
        {file.kind === 'csv' && (
          <SelectField
            size="m"
            label={t('delimiter')}
            value={delimiter ?? ''}
            onChange={({ currentTarget: { value } }) => form.change({ delimiter: value || null })}
          >
            <option value="">{t('guess')}</option>
            {Object.entries(delimiters).map(([sign, name]) => (
              <option key={sign} value={sign}>
                {t(name)}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          size="m"
          label={t('decimal')}
          value={decimalSign ?? ''}
          onChange={({ currentTarget: { value } }) =>
            form.change({ decimalSign: (value || null) as '.' | ',' | null })
          }
        >
          <option value="">{t('guess')}</option>
          <option value=".">{t('decimalDot')}</option>
          <option value=",">{t('decimalComma')}</option>
        </SelectField>
        {file.sheets.length > 1 && (
          <SelectField
            size="m"
            label={t('sheet')}
            value={sheet ?? ''}
            onChange={({ currentTarget: { value } }) => form.change({ sheet: value })}
          >
            {file.sheets.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
      </Grid>
      <CheckboxField
        label={t('header')}
        checked={headerRow}
        onChange={({ currentTarget: { checked } }) => form.change({ headerRow: checked })}
      />
      <MappingTable file={file} columns={columns} onChange={(next) => form.change({ columns: next })} />
      {file.hiddenRows > 0 && <Text tone="soft">{t('hidden', { count: file.hiddenRows })}</Text>}
      <p className={classes.missing} aria-live="polite">
        {form.faults.columns}
      </p>
      <ProblemNotice error={form.error} />
      <Inline wrap gap={8}>
        {payout.status === 'DRAFT' && (
          <ButtonLink to="/payments/payouts/$id" params={{ id: payout.id }} search={{}}>
            {t('back')}
          </ButtonLink>
        )}
        <Button variant="accent" busy={form.busy} onClick={form.submit}>
          {t('submit')}
        </Button>
      </Inline>
    </Grid>
  );
}
