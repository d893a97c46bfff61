/** The delivery speed: the methods available for the payee, each with its fee and arrival; and for SWIFT who pays the charges. */
import { chargeBearers, type PaymentPreview } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { RadioRow } from '@calmly/ui/fields/field.tsx';
import { isInstant } from '../../model/check-draft.ts';
import type { PaymentDraft } from '../../model/draft.ts';
import classes from '../create.module.css';
import { usePreviewTexts } from '../use-preview-texts.ts';

interface WayFieldProps {
  /** Undefined until payee and amount are known. */
  preview: PaymentPreview | undefined;
  values: PaymentDraft;
  onChange: (patch: Partial<PaymentDraft>) => void;
}

/** As high with one way, with two or with none yet, so that the fields below never move. */
export function WayField({ preview, values, onChange }: WayFieldProps) {
  const t = useTranslations('payments');
  const { arrival } = usePreviewTexts();
  const arrives = (way: PaymentPreview['ways'][number]) => {
    const tried = way.scheme === 'SEPA_INSTANT' && preview?.instant === 'tried';
    return tried ? t('create.instantTried') : arrival(way);
  };
  return (
    <fieldset className={`${classes.choices} ${classes.ways}`}>
      <legend>{t('create.how')}</legend>
      {preview ? (
        preview.ways.map((way) => {
          const instant = way.scheme === 'SEPA_INSTANT';
          const isChosen = instant === isInstant(values, preview);
          return (
            <RadioRow
              key={way.scheme}
              name="scheme"
              checked={preview.ways.length === 1 || isChosen}
              readOnly={preview.ways.length === 1}
              onChange={() => onChange({ instant })}
              title={t(`ways.${way.scheme}`)}
              text={arrives(way)}
              end={<Amount value={preview.fee} currency={preview.currency} />}
            />
          );
        })
      ) : (
        <p className={classes.wayLater}>{t('create.howLater')}</p>
      )}
    </fieldset>
  );
}

interface ChargesFieldProps extends WayFieldProps {
  preview: PaymentPreview;
}

/** Our fee is in the payer's currency, so it cannot come off what was converted. */
export function ChargesField({ preview, values, onChange }: ChargesFieldProps) {
  const t = useTranslations('payments.create');
  const isConverted = preview.sentCurrency !== preview.currency;
  return (
    <fieldset className={classes.choices}>
      <legend>{t('charges')}</legend>
      {chargeBearers
        .filter((bearer) => bearer !== 'BEN' || !isConverted)
        .map((bearer) => (
          <RadioRow
            key={bearer}
            name="chargeBearer"
            checked={bearer === values.chargeBearer}
            onChange={() => onChange({ chargeBearer: bearer })}
            title={t(bearer)}
            text={t(`${bearer}Text`)}
            end={<span className={classes.note}>{bearer}</span>}
          />
        ))}
    </fieldset>
  );
}
