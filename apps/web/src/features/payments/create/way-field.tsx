/** How the money goes: the one way that fits the payee, with its fee and arrival, and for SWIFT who pays the charges. */
import { chargeBearers, type PaymentInput } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { useTranslations } from '../../../i18n/index.tsx';
import { Amount } from '../../../ui/amount.tsx';
import { RadioRow } from '../../../ui/field.tsx';
import type { Quote } from '../model/quote.ts';
import classes from './create.module.css';
import { useQuoteTexts } from './use-quote-texts.ts';

interface WayFieldProps {
  quote: Quote;
  chargeBearer: PaymentInput['chargeBearer'];
  onChargeBearer: (bearer: PaymentInput['chargeBearer']) => void;
}

export function WayField({ quote, chargeBearer, onChargeBearer }: WayFieldProps) {
  const t = useTranslations('payments');
  const { arrival } = useQuoteTexts();
  return (
    <>
      <fieldset className={classes.choices}>
        <legend>{t('create.how')}</legend>
        <RadioRow
          name="scheme"
          checked
          readOnly
          title={t(`ways.${quote.scheme}`)}
          text={t('create.arrives', { when: arrival(quote) })}
          end={<Amount value={formatDecimal(quote.feeMinor, quote.currency)} currency={quote.currency} />}
        />
      </fieldset>
      {quote.scheme === 'SWIFT' && (
        <fieldset className={classes.choices}>
          <legend>{t('create.charges')}</legend>
          {chargeBearers.map((bearer) => (
            <RadioRow
              key={bearer}
              name="chargeBearer"
              checked={bearer === chargeBearer}
              onChange={() => onChargeBearer(bearer)}
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
