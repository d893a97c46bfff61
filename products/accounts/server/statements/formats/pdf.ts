/** A statement as a PDF: holder, bank, the four sums, a line for each entry with the balance after it. */
import {
  type CurrencyCode,
  displayAmount,
  exponentOf,
  formatAccount,
  isCurrency,
  parseDecimal,
  shortAddress,
  toHundredths,
} from '@calmly/domain';
import type { PdfMark } from '@calmly/platform/files/pdf-mark.ts';
import { type PdfCell, type PdfTable, renderTable, tableWidth } from '@calmly/platform/files/pdf-table.ts';
import type { Locale } from '@calmly/platform/work.ts';
import type { Issuer } from '../issuer.ts';
import { counterpartyOf, isMask, type Line, type StatementSource, schemeOf } from '../source.ts';
import { dayFormat, momentFormat, statementTexts } from '../texts.ts';
import { typeOf } from './type-of.ts';

/** Booked, details, amount, balance; the details take the remaining width. */
const dayWidth = 80;
const amountWidthOf = (currency: CurrencyCode): number => {
  const decimals = exponentOf(currency);
  if (decimals > 9) return 145;
  return decimals > 3 ? 110 : 88;
};
const detailsWidthOf = (currency: CurrencyCode): number =>
  tableWidth - dayWidth - 2 * amountWidthOf(currency);
/** Average width of a character in small print, in points. */
const smallCharacter = 4;
/** Width that suffices for any character if nothing may be truncated, in points. */
const wideCharacter = 5;

interface Paper {
  readonly source: StatementSource;
  readonly issuer: Issuer;
  /** Lines of the holder's address. */
  readonly address: readonly string[];
  readonly locale: Locale;
  readonly now: Date;
  readonly mark: PdfMark;
  /** For an official statement: its number and version. */
  readonly official?: PdfTable['facts'];
  /** Set if no reader waits for it. */
  readonly inBackground?: boolean | undefined;
}

/** The bytes of the PDF. Errors: `overloaded`. */
export const pdfOf = (clientId: string, paper: Paper): AsyncGenerator<Uint8Array, void, undefined> =>
  renderTable(clientId, tableOf(paper), rowsOf(paper), paper);

function tableOf({ source, issuer, address, locale, now, mark, official = [] }: Paper): PdfTable {
  const texts = statementTexts[locale];
  const { account, period } = source;
  const { columns } = texts;
  const days = dayFormat(locale);
  const moment = momentFormat(locale, period.timeZone);
  return {
    title: texts.title,
    subtitle: `${days(period.from)} – ${days(period.to)}`,
    createdAt: now,
    facts: [
      [texts.holder, [account.holder, ...address]],
      [texts.bank, [issuer.name, issuer.address, `BIC ${issuer.bic}`]],
      [texts.account, [account.shownAs, account.name]],
      [texts.currency, [account.currency]],
      ...official,
      ...profitFacts(source, locale),
    ],
    ...(source.profit && { note: texts.profit.note }),
    figures: [
      [texts.opening, money(source, source.openingMinor)],
      [texts.moneyIn, money(source, source.inMinor)],
      [texts.moneyOut, money(source, source.outMinor)],
      [texts.closing, money(source, source.closingMinor)],
    ],
    columns: [
      { heading: columns.booked, width: dayWidth },
      { heading: columns.details, width: detailsWidthOf(account.currency) },
      { heading: columns.amount, width: amountWidthOf(account.currency), align: 'right' },
      { heading: columns.balance, width: amountWidthOf(account.currency), align: 'right' },
    ],
    empty: texts.empty,
    closing: [days(period.to), texts.closing, '', money(source, source.closingMinor)],
    footer: texts.footer.replace('{at}', moment(now)).replace('{timeZone}', period.timeZone),
    mark,
    page: texts.page,
  };
}

/** For a wallet of a traded asset. */
function profitFacts({ profit }: StatementSource, locale: Locale): PdfTable['facts'] {
  if (!profit) return [];
  const texts = statementTexts[locale].profit;
  const line = (text: string, amount: string | null) =>
    amount === null ? [] : [text.replace('{amount}', quoteText(amount, profit.quote))];
  return [
    [
      texts.title,
      [
        ...line(texts.realised, profit.realised),
        ...line(texts.unrealised, profit.unrealised),
        ...line(texts.cost, profit.cost),
        ...line(texts.value, profit.value),
      ],
    ],
  ];
}

function quoteText(amount: string, currency: string): string {
  const minor = isCurrency(currency) ? parseDecimal(amount, currency) : undefined;
  return isCurrency(currency) && minor !== undefined
    ? displayAmount(toHundredths(minor, currency), currency).text
    : amount;
}

async function* rowsOf({ source, locale }: Paper): AsyncGenerator<PdfCell[][]> {
  const days = dayFormat(locale);
  for await (const lines of source.lines())
    yield lines.map((line) => [
      days(source.period.zone.dayOf(line.bookedAt)),
      detailsOf(source, line, locale),
      money(source, line.amountMinor, line.amountMinor > 0n ? 'credit' : undefined),
      money(source, line.balanceMinor),
    ]);
}

/** Counterparty, with the purpose below. */
function detailsOf({ account: { currency } }: StatementSource, line: Line, locale: Locale): PdfCell {
  const type = typeOf(line, locale);
  const { name, account } = counterpartyOf(line);
  const { transaction } = line;
  const width = detailsWidthOf(currency);
  const number = transaction?.number ?? '';
  if (isMask(line) || name === '') return number === '' ? type : [type, number];
  const reference = transaction?.reference ?? '';
  if (schemeOf(line) === 'CRYPTO') {
    // A truncated address or transaction number of a chain would be useless.
    const facts = [type, account, reference === shortAddress(account) ? '' : reference, number];
    return [name, ...wrapped(facts, Math.floor(width / wideCharacter))];
  }
  const from = joined(type, formatAccount(account));
  const what = joined(reference, number);
  const all = joined(from, what);
  return all.length <= width / smallCharacter ? [name, all] : [name, from, what];
}

const joined = (...facts: readonly string[]): string => facts.filter((fact) => fact !== '').join(' · ');

/** On as many lines as needed; a fact longer than a line continues on the next. */
function wrapped(facts: readonly string[], length: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const longer = joined(lines.at(-1) ?? '', fact);
    if (lines.length > 0 && longer.length <= length) lines[lines.length - 1] = longer;
    else for (let at = 0; at < fact.length; at += length) lines.push(fact.slice(at, at + length));
  }
  return lines;
}

const money = ({ account: { currency } }: StatementSource, minor: bigint, sign?: 'credit'): string =>
  displayAmount(minor, currency, { sign }).text;
