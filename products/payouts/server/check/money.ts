/** The amount, currency and debit account of a row. Pure. */
import { type CurrencyCode, exponentOf, isCurrency } from '@calmly/domain';
import type { AccountRecord } from '../../../accounts/server/accounts/index.ts';
import { isPayable } from '../../../payments/server/payments/index.ts';
import { currencyMarksIn, type DecimalSign, readAmount } from '../files/columns/read-amount.ts';
import type { Cells, RowInput } from '../row.ts';
import { compact } from './account.ts';
import type { RowFacts } from './facts.ts';
import type { Remarks } from './remarks.ts';

/** The amount with a point and without grouping; undefined if it has a fault. */
export function checkAmountCell(
  { cells, amountIsNumber, readFaults }: RowInput,
  columnSign: DecimalSign | null,
  currency: CurrencyCode | undefined,
  faults: Remarks,
): string | undefined {
  const code = readFaults.amount;
  if (code !== undefined) {
    faults.add('amount', code);
    return undefined;
  }
  const other = currency && currencyMarksIn(cells.amount ?? '').find((mark) => meantBy(mark) !== currency);
  if (other) {
    faults.add('amount', 'amount_other_currency', { params: { written: other, currency } });
    return undefined;
  }
  const sign = amountIsNumber ? '.' : columnSign;
  const reading = readAmount(cells.amount ?? '', sign);
  if (reading.ok) return reading.amount;
  const written = (amount: string) => withSign(amount, sign);
  switch (reading.code) {
    case 'amount_missing':
      faults.add('amount', 'required');
      break;
    case 'amount_unreadable':
      faults.add('amount', 'amount_unreadable');
      break;
    case 'amount_ambiguous': {
      const [first, second] = reading.suggestions;
      // Unless the currency has three decimals, only one reading can be paid.
      faults.add('amount', 'amount_ambiguous', {
        params: { first, second },
        suggestions: currency !== undefined && exponentOf(currency) < 3 ? [first] : [],
      });
      break;
    }
    default:
      faults.add('amount', reading.code, { suggestions: [written(reading.suggestion)] });
  }
  return undefined;
}

const withSign = (amount: string, sign: DecimalSign | null) =>
  sign === ',' ? amount.replace('.', ',') : amount;

/** An amount with too many decimals that are all zeros can be written with fewer. */
export function shorterAmount(
  amount: string,
  currency: CurrencyCode,
  { amountIsNumber }: RowInput,
  columnSign: DecimalSign | null,
): string[] {
  const [whole = '', fraction = ''] = amount.split('.');
  const digits = exponentOf(currency);
  if (!/^0*$/.test(fraction.slice(digits))) return [];
  const kept = fraction.slice(0, digits);
  return [withSign(kept === '' ? whole : `${whole}.${kept}`, amountIsNumber ? '.' : columnSign)];
}

/** Symbols and words for currencies beside an amount or in a separate cell, in capitals. `$` and `kr` are several currencies, of which we pay one. */
const currencySigns: ReadonlyMap<string, CurrencyCode> = new Map([
  ['€', 'EUR'],
  ['EURO', 'EUR'],
  ['EUROS', 'EUR'],
  ['ЕВРО', 'EUR'],
  ['£', 'GBP'],
  ['$', 'USD'],
  ['US$', 'USD'],
  ['ZŁ', 'PLN'],
  ['KČ', 'CZK'],
  ['KR', 'SEK'],
  ['FR', 'CHF'],
  ['¥', 'JPY'],
]);

/** The currency of a code or symbol in any case; undefined for an unknown one. */
function meantBy(text: string): CurrencyCode | undefined {
  const capitals = text.replaceAll(/[\s.]/gu, '').toUpperCase();
  return isCurrency(capitals) ? capitals : currencySigns.get(capitals);
}

/** The payable currency named in the amount's own cell, if any. */
export function currencyOfAmount({ amount = '' }: Cells): CurrencyCode | undefined {
  const [mark] = currencyMarksIn(amount);
  const meant = mark === undefined ? undefined : meantBy(mark);
  return meant && isPayable(meant) ? meant : undefined;
}

/** The currency of the cell, or the one it means despite a fault; undefined if it is empty or means none. */
export function checkCurrencyCell(
  { cells, readFaults }: RowInput,
  faults: Remarks,
): CurrencyCode | undefined {
  const text = cells.currency?.trim() ?? '';
  if (readFaults.currency !== undefined) faults.add('currency', readFaults.currency);
  if (text === '' || faults.has('currency')) return undefined;
  if (isCurrency(text) && isPayable(text)) return text;
  const meant = meantBy(text);
  if (!meant || !isPayable(meant)) {
    faults.add('currency', 'currency_unknown');
    return undefined;
  }
  faults.add('currency', 'currency_written', { suggestions: [meant] });
  return meant;
}

/** The client's account named by the row; undefined if there is none. */
export function checkFromAccount(cells: Cells, facts: RowFacts, faults: Remarks): AccountRecord | undefined {
  const wanted = compact(cells.fromAccount);
  if (wanted === '') return undefined;
  const account = facts.accounts.find(({ number, iban }) => number === wanted || iban === wanted);
  if (!account) faults.add('fromAccount', 'from_account_unknown');
  return account;
}

/** The debit account: the named one, or the oldest in the currency. */
export function fundingAccount(
  currency: CurrencyCode,
  named: AccountRecord | undefined,
  facts: RowFacts,
  faults: Remarks,
): AccountRecord | undefined {
  if (faults.has('fromAccount')) return undefined;
  if (named) {
    if (named.currency === currency) return named;
    faults.add('fromAccount', 'from_account_currency', { params: { account: named.currency, currency } });
    return undefined;
  }
  const account = facts.accounts.find((each) => each.currency === currency);
  if (!account) faults.add('currency', 'no_account_in_currency', { params: { currency } });
  return account;
}
