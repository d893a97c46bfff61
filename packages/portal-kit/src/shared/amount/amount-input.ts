/**
 * Parses typed amounts. Both `1 234,56` and `1,234.56` are accepted; the field shows grouped digits with a dot (specification section 9)
 * without moving the caret away from the digit just typed.
 *
 * In: text as typed, the currency. Out: minor units, or why it is not an amount (codes of the contract's field problems, plus
 * `amount_ambiguous` where a comma could mean either thousands or decimals). Never a float.
 */
import { type CurrencyCode, currencies, displayAmount, exponentOf, parseDecimal } from '@calmly/domain';

export type AmountRejection =
  | 'required'
  | 'invalid'
  | 'amount_precision'
  | 'amount_ambiguous'
  | 'amount_zero';
export type AmountReading =
  | { readonly ok: true; readonly minor: bigint }
  | { readonly ok: false; readonly code: AmountRejection };

const noBreakSpace = '\u00A0';
/** Characters that only group digits: any space, an apostrophe (Swiss). */
const grouping = /[\s\u00A0\u202F\u2009'’]/g;

const refuse = (code: AmountRejection): AmountReading => ({ ok: false, code });

/** Reads a typed amount. Errors in this order: required, invalid, ambiguous, precision, zero. */
export function readAmount(text: string, currency: CurrencyCode): AmountReading {
  const bare = withoutCurrency(text.replace(grouping, ''), currency);
  if (bare === '') return refuse('required');
  const decimal = toDecimal(bare, exponentOf(currency));
  if (typeof decimal !== 'string') return decimal;
  const minor = parseDecimal(decimal, currency);
  if (minor === undefined) return refuse(/^\d+\.\d+$/.test(decimal) ? 'amount_precision' : 'invalid');
  return minor === 0n ? refuse('amount_zero') : { ok: true, minor };
}

/** A copied amount, from this portal or an invoice, contains its currency: `12 480.00 €`, `EUR 12,480.00`. */
function withoutCurrency(bare: string, currency: CurrencyCode): string {
  const amount = bare.toUpperCase();
  for (const mark of [currency, currencies[currency].symbol.toUpperCase()]) {
    if (amount.startsWith(mark)) return amount.slice(mark.length);
    if (amount.endsWith(mark)) return amount.slice(0, -mark.length);
  }
  return bare;
}

/** Turns digits with commas and dots into `1234.56`, deciding which sign separates the decimals. */
function toDecimal(bare: string, exponent: number): string | AmountReading {
  if (!/^[\d.,]*\d[\d.,]*$/.test(bare)) return refuse('invalid');
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (last < 0) return bare;
  const mark = bare.charAt(last);
  const other = mark === '.' ? ',' : '.';
  const head = bare.slice(0, last);
  const tail = bare.slice(last + 1);

  if (head.includes(other)) {
    if (head.includes(mark) || !isGrouped(head, other)) return refuse('invalid');
    return joined(head.replaceAll(other, ''), tail);
  }
  if (head.includes(mark)) return isGrouped(bare, mark) ? bare.replaceAll(mark, '') : refuse('invalid');
  // One sign only. Three digits after a comma are thousands, unless the currency itself has as many decimals.
  const looksGrouped = /^[1-9]\d{0,2}$/.test(head) && tail.length === 3;
  if (looksGrouped && mark === ',' && exponent >= 3) return refuse('amount_ambiguous');
  if (looksGrouped && (mark === ',' || exponent === 0)) return head + tail;
  return joined(head, tail);
}

/** `12.` and `.5`, incomplete during typing, are already amounts. */
const joined = (whole: string, fraction: string) => (whole || '0') + (fraction && `.${fraction}`);

const isGrouped = (text: string, mark: string) =>
  (mark === '.' ? /^\d{1,3}(\.\d{3})+$/ : /^\d{1,3}(,\d{3})+$/).test(text);

/** Groups the whole digits in threes while typing; text that is not clearly one number stays unchanged. */
export function groupDigits(text: string): string {
  const bare = text.replace(grouping, '');
  const parts = /^(\d*)([.,]?)(\d*)$/.exec(bare);
  if (!parts) return text;
  const [, whole = '', mark = '', fraction = ''] = parts;
  return whole.replace(/\B(?=(\d{3})+$)/g, noBreakSpace) + mark + fraction;
}

/**
 * The text to show after a keystroke and the caret's position: behind the same digit or sign as before, however many
 * group spaces were added or removed in front of it.
 */
export function regroup(text: string, caret: number): { readonly text: string; readonly caret: number } {
  const grouped = groupDigits(text);
  let behind = text.slice(0, caret).replace(grouping, '').length;
  let position = 0;
  while (behind > 0 && position < grouped.length) {
    if (grouped.charAt(position) !== noBreakSpace) behind -= 1;
    position += 1;
  }
  return { text: grouped, caret: grouped === text ? caret : position };
}

/** The tidy form that a field shows when it loses focus: `12 480.00`. */
export function tidyAmount(minor: bigint, currency: CurrencyCode): string {
  const { sign, whole, fraction } = displayAmount(minor, currency);
  return `${sign}${whole}${fraction && `.${fraction}`}`;
}

/** The tidy form of typed text; undefined if it is already tidy, or no amount. */
export function tidied(text: string, currency: CurrencyCode): string | undefined {
  const amount = readAmount(text, currency);
  const tidy = amount.ok ? tidyAmount(amount.minor, currency) : text;
  return tidy === text ? undefined : tidy;
}
