/** The year overview as a PDF: totals by currency, by kind and by account, and the months of each account. */
import {
  type CurrencyCode,
  displayAmount,
  divideHalfEven,
  exponentOf,
  isCurrency,
  parseDecimal,
  toHundredths,
} from '@calmly/domain';
import type { PdfMark } from '@calmly/platform/files/pdf-mark.ts';
import { type PdfRow, type PdfTable, tableWidth } from '@calmly/platform/files/pdf-table.ts';
import type { Locale } from '@calmly/platform/work.ts';
import type { Issuer } from '../issuer.ts';
import { dayFormat, momentFormat, monthFormat, statementTexts } from '../texts.ts';
import type { KindFlow } from './kinds.ts';
import type { AccountYear, Sums, Year } from './year.ts';
import { yearTexts } from './year-texts.ts';

interface Paper {
  readonly year: Year;
  readonly holder: readonly string[];
  readonly issuer: Issuer;
  readonly locale: Locale;
  readonly timeZone: string;
  readonly now: Date;
  readonly mark: PdfMark;
}

const feesWidth = 64;
const amountWidth = 81;
/** For crypto; more would not be readable in a column. CSV and XLSX have all. */
const mostDecimals = 8;

/** Crypto amounts are rounded half-even to 8 decimals, as stated in the note. A single account has its figures at the top. */
export function yearTable({ year, holder, issuer, locale, timeZone, now, mark }: Paper): PdfTable {
  const [texts, shared] = [yearTexts[locale], statementTexts[locale]];
  const days = dayFormat(locale);
  const [only, ...others] = year.accounts;
  const { columns } = texts;
  return {
    title: texts.title,
    subtitle: year.isRunning
      ? texts.soFar.replace('{from}', days(year.from)).replace('{to}', days(year.to))
      : String(year.year),
    createdAt: now,
    facts: [
      [shared.holder, holder],
      [shared.bank, [issuer.name, issuer.address, `BIC ${issuer.bic}`]],
      ...(year.realised
        ? [[texts.realisedLabel, [shown(year.realised.minor, year.realised.currency)]] as const]
        : []),
    ],
    figures: only && others.length === 0 ? figuresOf(only, locale) : [],
    columns: [
      { heading: columns.month, width: tableWidth - 4 * amountWidth - feesWidth },
      { heading: columns.opening, width: amountWidth, align: 'right' },
      { heading: columns.moneyIn, width: amountWidth, align: 'right' },
      { heading: columns.moneyOut, width: amountWidth, align: 'right' },
      { heading: columns.fees, width: feesWidth, align: 'right' },
      { heading: columns.closing, width: amountWidth, align: 'right' },
    ],
    empty: texts.empty,
    closing: [],
    note: [
      texts.note,
      ...(year.accounts.some(({ account }) => exponentOf(account.currency) > mostDecimals)
        ? [texts.rounded]
        : []),
      ...(year.realised ? [texts.profitNote] : []),
    ].join(' '),
    footer: shared.footer
      .replace('{at}', momentFormat(locale, timeZone)(now))
      .replace('{timeZone}', timeZone),
    mark,
    page: shared.page,
  };
}

const figuresOf = ({ account: { currency }, ...sums }: AccountYear, locale: Locale): PdfTable['figures'] => {
  const { columns } = yearTexts[locale];
  return [
    [columns.opening, amount(sums.openingMinor, currency)],
    [columns.moneyIn, amount(sums.inMinor, currency)],
    [columns.moneyOut, amount(sums.outMinor, currency)],
    [columns.closing, amount(sums.closingMinor, currency)],
  ];
};

/** With several accounts, the totals come first, and an account without movements or profit has no months. */
export function* yearRows({ accounts, totals, year }: Year, locale: Locale): Generator<PdfRow> {
  const texts = yearTexts[locale];
  if (accounts.length > 1) {
    yield { heading: texts.byCurrency };
    for (const total of totals) yield [total.currency, ...cellsOf(total, total.currency)];
    for (const { kinds, currency } of totals) yield* kindRows(kinds, currency, locale);
    yield { heading: texts.byAccount };
    for (const each of accounts) {
      const { name, shownAs, currency } = each.account;
      yield [[name, shownAs], ...cellsOf(each, currency)];
    }
  }
  const monthName = monthFormat(locale);
  for (const each of accounts) {
    // The line above contains all its figures.
    if (accounts.length > 1 && each.inMinor === 0n && each.outMinor === 0n && !each.profit) continue;
    const { name, currency } = each.account;
    yield { heading: name, aside: asideOf(each, locale), rows: each.months.length + 1 };
    for (const month of each.months) yield [monthName(month.from), ...cellsOf(month, currency)];
    yield { sums: [String(year), ...cellsOf(each, currency)] };
    if (accounts.length === 1) yield* kindRows(each.kinds, currency, locale);
  }
}

function* kindRows(kinds: readonly KindFlow[], currency: CurrencyCode, locale: Locale): Generator<PdfRow> {
  if (kinds.length === 0) return;
  const texts = yearTexts[locale];
  yield { heading: texts.byKind.replace('{currency}', currency), rows: kinds.length };
  for (const { kind, inMinor, outMinor } of kinds)
    yield [texts.kinds[kind], '', amount(inMinor, currency), amount(outMinor, currency), '', ''];
}

/** Its number, whether it is closed, and a wallet's profit. */
function asideOf({ account: { shownAs, isClosed }, profit }: AccountYear, locale: Locale): string {
  const texts = yearTexts[locale];
  const facts = [shownAs, ...(isClosed ? [texts.closed] : [])];
  if (profit) {
    const { quote, realised, cost, value } = profit;
    facts.push(texts.realised.replace('{amount}', quoted(realised, quote)));
    facts.push(texts.cost.replace('{amount}', quoted(cost, quote)));
    if (value !== null) facts.push(texts.value.replace('{amount}', quoted(value, quote)));
  }
  return facts.join(' · ');
}

const cellsOf = (sums: Sums, currency: CurrencyCode): string[] =>
  [sums.openingMinor, sums.inMinor, sums.outMinor, sums.feesMinor, sums.closingMinor].map((minor) =>
    amount(minor, currency),
  );

function amount(minor: bigint, currency: CurrencyCode): string {
  const step = 10n ** BigInt(Math.max(exponentOf(currency) - mostDecimals, 0));
  return displayAmount(divideHalfEven(minor, step) * step, currency, {}).text;
}
const shown = (minor: bigint, currency: CurrencyCode): string =>
  amount(toHundredths(minor, currency), currency);

function quoted(decimal: string, currency: string): string {
  const minor = isCurrency(currency) ? parseDecimal(decimal, currency) : undefined;
  return isCurrency(currency) && minor !== undefined ? shown(minor, currency) : decimal;
}
