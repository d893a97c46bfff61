/**
 * MT940, Customer Statement Message, for bookkeeping programs: one message without the network's envelope, its texts in the network's character set.
 * Amounts have a comma. Source: SWIFT, Standards MT, category 9, MT940.
 */
import { type CurrencyCode, formatDecimal, type PaymentScheme, transliterate } from '@calmly/domain';
import { counterpartyOf, isMask, type Line, type StatementSource, schemeOf } from '../source.ts';
import { typeOf } from './type-of.ts';

const encoder = new TextEncoder();
const lineEnd = '\r\n';

/** Number and length of the `:86:` lines. */
const [detailLines, detailLength] = [6, 65];

/** The bytes of the message, batch by batch. */
export async function* mt940Of(source: StatementSource): AsyncGenerator<Uint8Array, void, undefined> {
  const { account, period } = source;
  const { currency } = account;
  const balance = (tag: string, minor: bigint, day: string) =>
    `:${tag}:${sign(minor)}${shortDay(day)}${currency}${amountOf(minor, currency)}`;
  yield bytesOf([
    `:20:${shortDay(period.from)}${shortDay(period.to)}`,
    `:25:${account.iban ?? account.number}`,
    ':28C:1/1',
    balance('60F', source.openingMinor, period.from),
  ]);
  for await (const lines of source.lines()) yield bytesOf(lines.flatMap((line) => entryOf(source, line)));
  yield bytesOf([
    balance('62F', source.closingMinor, period.to),
    balance('64', source.closingMinor, period.to),
    '-',
  ]);
}

const bytesOf = (lines: readonly string[]): Uint8Array =>
  encoder.encode(lines.map((line) => line + lineEnd).join(''));

const sign = (minor: bigint): 'C' | 'D' => (minor < 0n ? 'D' : 'C');
/** `YYMMDD`. */
const shortDay = (day: string): string => day.slice(2).replaceAll('-', '');

/** Always with a comma, even without decimals. */
function amountOf(minor: bigint, currency: CurrencyCode): string {
  const [whole, fraction = ''] = formatDecimal(minor < 0n ? -minor : minor, currency).split('.');
  return `${whole},${fraction}`;
}

/** Transaction type codes; all others are transfers. */
const kinds: Readonly<Partial<Record<PaymentScheme, string>>> = { EXCHANGE: 'NFEX', CARD_FEE: 'NCHG' };

function entryOf({ account: { currency }, period: { zone } }: StatementSource, line: Line): string[] {
  const { amountMinor, transaction, isFee } = line;
  const [valueDay, bookedDay] = [line.valueOn, zone.dayOf(line.bookedAt)].map(shortDay);
  const kind = isFee ? 'NCHG' : (kinds[schemeOf(line)] ?? 'NTRF');
  const reference = transaction ? transaction.number.slice(-16) : 'NONREF';
  return [
    `:61:${valueDay}${bookedDay?.slice(2)}${sign(amountMinor)}${amountOf(amountMinor, currency)}${kind}${reference}//${line.number}`,
    ...detailsOf(line),
  ];
}

/** Counterparty, account and purpose, split into lines, none of which may look like the start of a field. */
function detailsOf(line: Line): string[] {
  const { name, account } = isMask(line) ? { name: '', account: '' } : counterpartyOf(line);
  const what = isMask(line) || line.isFee ? '' : (line.transaction?.reference ?? '');
  const text = [typeOf(line, 'en'), name, account, what]
    .map((part) => transliterate(part).trim())
    .filter((part) => part !== '')
    .join(' / ');
  const lines: string[] = [];
  for (let rest = text; rest !== '' && lines.length < detailLines; ) {
    const blank = rest.length > detailLength ? rest.lastIndexOf(' ', detailLength) : -1;
    const length = blank > 0 ? blank : detailLength;
    lines.push(rest.slice(0, length).trimEnd());
    rest = rest.slice(length).replace(/^[\s:-]+/, '');
  }
  const [first = '', ...others] = lines;
  return [`:86:${first}`, ...others];
}
