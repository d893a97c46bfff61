/** How the money goes: the ways that fit the payee, each with its fee and arrival, and for SWIFT who pays the charges. */
import { chargeBearers, type PaymentPreview } from '@calmly/contract';
import { staysInside } from '@calmly/domain';
import { useTranslations } from '../../../i18n/index.tsx';
import { Amount } from '../../../ui/amount.tsx';
import { RadioRow } from '../../../ui/field.tsx';
import type { PaymentDraft } from '../model/draft.ts';
import classes from './create.module.css';
import { usePreviewTexts } from './use-preview-texts.ts';

interface WayFieldProps {
  preview: PaymentPreview;
  values: PaymentDraft;
  onChange: (patch: Partial<PaymentDraft>) => void;
}

export function WayField({ preview, values, onChange }: WayFieldProps) {
  const t = useTranslations('payments');
  const { arrival } = usePreviewTexts();
  const arrives = (way: PaymentPreview['ways'][number]) => {
    if (staysInside(way.scheme)) return t('create.atOnce');
    if (way.scheme !== 'SEPA_INSTANT') return t('create.arrives', { when: arrival(way) });
    return t(preview.instant === 'tried' ? 'create.instantTried' : 'create.inSeconds');
  };
  return (
    <>
      <fieldset className={classes.choices}>
        <legend>{t('create.how')}</legend>
        {preview.ways.map((way) => {
          const instant = way.scheme === 'SEPA_INSTANT';
          return (
            <RadioRow
              key={way.scheme}
              name="scheme"
              checked={preview.ways.length === 1 || instant === values.instant}
              readOnly={preview.ways.length === 1}
              onChange={() => onChange({ instant })}
              title={t(`ways.${way.scheme}`)}
              text={arrives(way)}
              end={<Amount value={preview.fee} currency={preview.currency} />}
            />
          );
        })}
      </fieldset>
      {preview.scheme === 'SWIFT' && (
        <fieldset className={classes.choices}>
          <legend>{t('create.charges')}</legend>
          {chargeBearers.map((bearer) => (
            <RadioRow
              key={bearer}
              name="chargeBearer"
              checked={bearer === values.chargeBearer}
              onChange={() => onChange({ chargeBearer: bearer })}
              title={t(`create.${bearer}`)}
              text={t(`create.${bearer}Text`)}
              end={<span className={classes.note}>{bearer}</span>}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
