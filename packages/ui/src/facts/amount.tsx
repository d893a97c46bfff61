/**
 * An amount in the specification's format (section 9): groups of three with no-break spaces, dot, the currency's decimals, symbol after;
 * '-' for DEBIT, '+' for CREDIT, no sign for zero or without a direction. Cents and symbol are lighter. Takes the contract's decimal
 * string; the figure is never turned into a JavaScript number.
 */
import { displayAmount, isCurrency, parseDecimal } from '@calmly/domain';
import classes from './amount.module.css';

interface AmountProps {
  /** Decimal string, as in the contract: `1234.50`. */
  value: string;
  currency: string;
  /** Adds the sign and, for a credit, the colour. */
  direction?: 'DEBIT' | 'CREDIT';
  /** `total` is 24 px, `figure` the single 36-px figure of a screen. */
  size?: 'total' | 'figure';
  /** The payment did not happen, so the amount is struck out. The reason is shown next to it. */
  off?: boolean;
}

export function Amount({ value, currency, direction, size, off }: AmountProps) {
  const shown = parts(value, currency, direction);
  if (!shown) return <span className={classes.amount} translate="no">{`${value} ${currency}`}</span>;
  return (
    <span
      className={classes.amount}
      data-sign={shown.sign || undefined}
      data-size={size}
      data-off={off ? '' : undefined}
      data-long={shown.text.length > longest ? '' : undefined}
      translate="no"
    >
      {shown.sign}
      {shown.whole}
      <span className={classes.minor}>
        {shown.fraction && `.${shown.fraction}`}
        {`\u00A0${shown.symbol}`}
      </span>
    </span>
  );
}

/** Characters that fit one line on a phone. An asset has up to 18 decimals: longer amounts take a second line. */
const longest = 18;

/** The same amount as one line of text, for labels and messages. */
export function amountText(value: string, currency: string, direction?: 'DEBIT' | 'CREDIT'): string {
  return parts(value, currency, direction)?.text ?? `${value} ${currency}`;
}

function parts(value: string, currency: string, direction: 'DEBIT' | 'CREDIT' | undefined) {
  if (!isCurrency(currency)) return undefined;
  const minor = parseDecimal(value, currency);
  if (minor === undefined) return undefined;
  return displayAmount(minor, currency, { sign: direction && signs[direction] });
}

const signs = { DEBIT: 'debit', CREDIT: 'credit' } as const;
