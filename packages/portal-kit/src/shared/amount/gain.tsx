/** Profit or loss: signed, in hundredths, green for a gain. A dash without a price. */
import { formatDecimal, isCurrency, parseDecimal, toHundredths } from '@calmly/domain';
import { Amount } from '@calmly/ui/facts/amount.tsx';

interface FigureProps {
  /** Decimal string, negative for a loss; null without a price. */
  value: string | null;
  currency: string;
  size?: 'total';
}

export function Gain({ value, currency, size }: FigureProps) {
  const rounded = inHundredths(value, currency);
  if (rounded === null) return '–';
  const direction = rounded.startsWith('-') ? 'DEBIT' : 'CREDIT';
  return (
    <Amount
      value={rounded.replace('-', '')}
      currency={currency}
      direction={direction}
      {...(size && { size })}
    />
  );
}

/** An estimate in hundredths. */
export function Estimate({ value, currency, size }: FigureProps) {
  const rounded = inHundredths(value, currency);
  return rounded === null ? '–' : <Amount value={rounded} currency={currency} {...(size && { size })} />;
}

function inHundredths(value: string | null, currency: string): string | null {
  const minor = value !== null && isCurrency(currency) ? parseDecimal(value, currency) : undefined;
  return minor === undefined || !isCurrency(currency)
    ? value
    : formatDecimal(toHundredths(minor, currency), currency);
}
