/** What each column of the file holds and how the file is written, beside its first rows. */
import { type PayoutDetails, type PayoutEncoding, payoutEncodings } from '@calmly/contract';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { ProblemNotice } from '../../../shared/problem-notice.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CheckboxField, SelectField } from '../../../ui/fields/field.tsx';
import { mapMutation } from '../queries.ts';
import { type Columns, faultOf } from './mapping-choice.ts';
import { MappingTable } from './mapping-table.tsx';
import classes from './payout.module.css';

const delimiters = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const;

export function Mapping({ payout }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.mapping');
  const words = useTranslations('payoutWords');
  const navigate = useNavigate();
  const file = payout.file;
  const [columns, setColumns] = useState<Columns>(file?.columns ?? []);
  const [headerRow, setHeaderRow] = useState(file?.header !== null);
  const [encoding, setEncoding] = useState(file?.encoding ?? null);
  const [delimiter, setDelimiter] = useState(file?.delimiter ?? null);
  const [decimalSign, setDecimalSign] = useState(file?.decimalSign ?? null);
  const [sheet, setSheet] = useState(file?.sheet ?? null);
  const [isShown, setShown] = useState(false);
  const mapping = useMutation(mapMutation(payout.id));
  if (!file) return null;
  const fault = faultOf(columns);
  const submit = () => {
    setShown(true);
    if (fault) return;
    mapping.mutate(
      { version: payout.version, columns: [...columns], headerRow, encoding, delimiter, decimalSign, sheet },
      {
        onSuccess: () =>
          void navigate({
            to: '/payments/payouts/$id',
            params: { id: payout.id },
            search: {},
            replace: true,
          }),
      },
    );
  };
  return (
    <section className={classes.card}>
      <div>
        <h2>{t('title')}</h2>
        <p className={classes.lead}>
          {file.layout && t('layout', { layout: words(`layout.${file.layout}`) })} {t('text')}
        </p>
      </div>
      <div className={classes.fields}>
        {file.encoding !== null && (
          <SelectField
            size="m"
            label={t('encoding')}
            value={encoding ?? ''}
            onChange={({ currentTarget: { value } }) => setEncoding((value || null) as PayoutEncoding | null)}
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
            onChange={({ currentTarget: { value } }) => setDelimiter(value || null)}
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
          onChange={({ currentTarget: { value } }) => setDecimalSign((value || null) as '.' | ',' | null)}
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
            onChange={({ currentTarget: { value } }) => setSheet(value)}
          >
            {file.sheets.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <CheckboxField
        label={t('header')}
        checked={headerRow}
        onChange={({ currentTarget: { checked } }) => setHeaderRow(checked)}
      />
      <MappingTable file={file} columns={columns} onChange={setColumns} />
      {file.hiddenRows > 0 && <p className={classes.lead}>{t('hidden', { count: file.hiddenRows })}</p>}
      <p className={classes.missing} aria-live="polite">
        {fault &&
          isShown &&
          (fault.code === 'twice' ? t('twice', { field: words(`field.${fault.field}`) }) : t(fault.code))}
      </p>
      <ProblemNotice error={mapping.error} />
      <div className={classes.buttons}>
        {payout.status === 'DRAFT' && (
          <ButtonLink to="/payments/payouts/$id" params={{ id: payout.id }} search={{}}>
            {t('back')}
          </ButtonLink>
        )}
        <Button variant="accent" busy={mapping.isPending} onClick={submit}>
          {t('submit')}
        </Button>
      </div>
    </section>
  );
}
