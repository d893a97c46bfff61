/** Amount, destination and method to fee and what is sent. The currency is the whole page's. */
import type { Price } from '@calmly/contract';
import {
  type ChargeBearer,
  type CurrencyCode,
  chargeBearers,
  formatDecimal,
  isZeroDecimal,
} from '@calmly/domain';
import { AmountField } from '@calmly/portal-kit/shared/amount/amount-field.tsx';
import { groupDigits, readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { CurrencySelect } from '@calmly/portal-kit/shared/amount/currency-select.tsx';
import { useFeeText } from '@calmly/portal-kit/shared/amount/fee-text.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { notYet } from '@calmly/ui/beside-summary.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { SelectField } from '@calmly/ui/fields/field.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Card, Notice, SummaryLine } from '@calmly/ui/surface.tsx';
import { useId, useState } from 'react';
import { transferCost } from './cost.ts';
import classes from './fees.module.css';

const destinations = ['eu', 'inter', 'inside'] as const;
type Destination = (typeof destinations)[number];
type Method = 'SEPA' | 'SWIFT';

interface CalculatorProps {
  currency: CurrencyCode;
  onCurrencyChange: (currency: CurrencyCode) => void;
  /** Undefined while loading. */
  prices: readonly Price[] | undefined;
}

export function Calculator({ currency, onCurrencyChange, prices }: CalculatorProps) {
  const t = useTranslations('fees');
  const terms = useTranslations('terms');
  const heading = useId();
  const [text, setText] = useState(groupDigits('1000.00'));
  const [destination, setDestination] = useState<Destination>('eu');
  const [wanted, setMethod] = useState<Method>('SEPA');
  const [bearer, setBearer] = useState<ChargeBearer>('SHA');
  const method: Method = currency === 'EUR' ? wanted : 'SWIFT';
  const isInside = destination === 'inside';
  const price = prices?.find(
    ({ service, zone, chargeBearer }) =>
      service === (isInside ? 'OWN_ACCOUNTS' : method) &&
      (isInside || zone === destination) &&
      (chargeBearer === null || chargeBearer === bearer),
  );
  const amount = readAmount(text, currency);
  const isPrecise = !amount.ok && amount.code === 'amount_precision';
  const fault = amount.ok
    ? undefined
    : isPrecise
      ? t('precise', { currency, example: formatDecimal(250_000n, currency) })
      : t('invalid');
  return (
    <Card
      title={<span id={heading}>{t('calculator')}</span>}
      aside={<CurrencySelect label={t('currency')} value={currency} onChange={onCurrencyChange} />}
    >
      <section aria-labelledby={heading} className={classes.calculator}>
        <Stack gap={16} shrink>
          <AmountField
            label={t('amount')}
            value={text}
            currency={currency}
            error={fault}
            onChange={setText}
            onLeave={() => undefined}
          />
          <SelectField
            label={t('destination')}
            value={destination}
            onChange={({ currentTarget: { value } }) =>
              setDestination(destinations.find((name) => name === value) ?? 'eu')
            }
          >
            {destinations.map((name) => (
              <option key={name} value={name}>
                {t(`destinations.${name}`)}
              </option>
            ))}
          </SelectField>
          {!isInside && currency === 'EUR' && (
            <Segments
              label={t('method')}
              value={method}
              options={(['SEPA', 'SWIFT'] as const).map((value) => ({
                value,
                label: terms(`services.${value}`),
              }))}
              onChange={setMethod}
              block
            />
          )}
          {!isInside && method === 'SWIFT' && (
            <SelectField
              label={t('charges')}
              value={bearer}
              onChange={({ currentTarget: { value } }) =>
                setBearer(chargeBearers.find((name) => name === value) ?? 'SHA')
              }
            >
              {chargeBearers.map((name) => (
                <option key={name} value={name}>
                  {terms(`bearers.${name}`)}
                </option>
              ))}
            </SelectField>
          )}
        </Stack>
        <Result
          currency={currency}
          price={price}
          amountMinor={amount.ok ? amount.minor : undefined}
          isSwift={!isInside && method === 'SWIFT'}
        />
      </section>
    </Card>
  );
}

interface ResultProps {
  currency: CurrencyCode;
  price: Price | undefined;
  amountMinor: bigint | undefined;
  isSwift: boolean;
}

function Result({ currency, price, amountMinor, isSwift }: ResultProps) {
  const t = useTranslations('fees');
  const feeText = useFeeText();
  const cost = price && amountMinor !== undefined ? transferCost(amountMinor, price, currency) : undefined;
  const shown = (minor: bigint | undefined, size?: 'total') =>
    minor === undefined ? (
      notYet
    ) : (
      <Amount value={formatDecimal(minor, currency)} currency={currency} {...(size && { size })} />
    );
  const isTooSmall = cost !== undefined && cost.sentMinor <= 0n;
  return (
    <Stack gap={16} shrink aria-live="polite">
      <SummaryLine label={t('fee')} note={price && !isFixed(price) && feeText({ ...price, currency })}>
        {shown(cost?.feeMinor)}
      </SummaryLine>
      <SummaryLine label={t('leaves')}>{shown(cost?.debitedMinor)}</SummaryLine>
      <SummaryLine
        label={t('arrives')}
        note={isSwift && price?.chargeBearer !== 'OUR' ? t('arrivesNote') : undefined}
        total
      >
        {shown(isTooSmall ? undefined : cost?.sentMinor, 'total')}
      </SummaryLine>
      {isTooSmall && cost && (
        <Notice tone="warning" title={amountText(formatDecimal(cost.feeMinor, currency), currency)}>
          {t('tooSmall')}
        </Notice>
      )}
    </Stack>
  );
}

/** The fee itself says it all. */
const isFixed = ({ rate, surcharge }: Price): boolean => isZeroDecimal(rate) && isZeroDecimal(surcharge);
