/**
 * Reads fields of ISO 20022 messages by path and converts them to our values. A value has one canonical form: a value that cannot be read exactly is
 * refused, never rounded or guessed.
 * Errors: MessageRefused, with the path.
 */
import {
  type CurrencyCode,
  checkIban,
  currencies,
  formatDecimal,
  isCurrency,
  parseDecimal,
  plainLine,
} from '@calmly/domain';
import type { XmlElement } from '../files/xml.ts';

export class MessageRefused extends Error {}

/** The first element on a path such as `Acct/Id/IBAN`. */
export function find(element: XmlElement | undefined, path: string): XmlElement | undefined {
  return path
    .split('/')
    .reduce<XmlElement | undefined>((at, name) => at?.children.find((child) => child.name === name), element);
}

/** All children of a name. */
export const all = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** The text at a path, without invisible characters; null if there is none. */
export const textAt = (element: XmlElement | undefined, path: string): string | null =>
  plainLine(find(element, path)?.text ?? '') || null;

/** Whether a reference or an id is a real value and not a placeholder such as NOTPROVIDED. */
export const isGiven = (text: string | null): text is string =>
  text !== null && !/^(NONREF|NOTPROVIDED|NOT PROVIDED|NONE|0+)$/i.test(text.trim());

/** The text at a path, without invisible characters. Throws MessageRefused if there is none. */
export function requireText(element: XmlElement | undefined, path: string): string {
  const text = textAt(element, path);
  if (text === null) throw new MessageRefused(`${path} is missing in ${element?.name ?? 'the message'}`);
  return text;
}

export interface Money {
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
}

/** An amount with its `Ccy`, in a state-issued currency: exact in its minor unit and not negative. */
export function requireAmount(element: XmlElement | undefined, path: string): Money {
  const currency = find(element, path)?.attributes.Ccy ?? '';
  const text = requireText(element, path);
  if (!isCurrency(currency) || currencies[currency].kind !== 'fiat')
    throw new MessageRefused(`${path}: the currency ${currency.slice(0, 10)} is not known`);
  const amountMinor = amountOf(text, currency);
  if (amountMinor === undefined)
    throw new MessageRefused(`${path}: ${text.slice(0, 30)} is no amount in ${currency}`);
  return { currency, amountMinor };
}

/**
 * Reads a decimal of XML Schema: `10.50`, `.5`, `+1.00`, `1.`. Trailing zeros are ignored: 10.50000 euro are 10.50, but 10.505 is not an amount in
 * euro. Schema: at most 18 digits, 5 decimals.
 */
export function amountOf(text: string, currency: CurrencyCode): bigint | undefined {
  const [, whole, fraction = ''] = /^\+?(\d{0,18})(?:\.(\d{0,5}))?$/.exec(text) ?? [];
  if (whole === undefined || whole + fraction === '' || (whole + fraction).length > 18) return undefined;
  const exact = fraction.replace(/0{1,5}$/, '');
  return parseDecimal(exact === '' ? whole || '0' : `${whole || '0'}.${exact}`, currency);
}

/** With all decimals of the currency and without its code, which goes into `Ccy`. */
export const writeAmount = ({ amountMinor, currency }: Money): string => formatDecimal(amountMinor, currency);

/** An IBAN in capitals without spaces, with correct check digits; undefined for anything else. */
export function ibanOf(text: string): string | undefined {
  const check = /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(text) ? checkIban(text) : undefined;
  return check?.ok ? text : undefined;
}

/**
 * An account: an IBAN, or a bank's own number under `Othr` (in the oldest messages under other names). An IBAN in groups or small letters is
 * normalised; one with wrong check digits is kept as text.
 */
export function accountAt(element: XmlElement | undefined, path: string): string | null {
  const iban = textAt(element, `${path}/Id/IBAN`);
  if (iban === null)
    return (
      textAt(element, `${path}/Id/Othr/Id`) ??
      textAt(element, `${path}/Id/BBAN`) ??
      textAt(element, `${path}/Id/PrtryAcct/Id`)
    );
  const check = checkIban(iban);
  return check.ok ? check.iban : iban;
}

/** An existing calendar day `YYYY-MM-DD`; undefined for anything else. A time zone is irrelevant to a day and ignored. */
export function dateOf(text: string): string | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(Z|[+-]\d{2}:\d{2})?$/.exec(text);
  const day = match?.[1];
  if (day === undefined) return undefined;
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day) ? day : undefined;
}

/** The day under `path/Dt` or `path/DtTm` as written, regardless of its zone; null if there is none. */
export function dayAt(element: XmlElement | undefined, path: string): string | null {
  const time = textAt(element, `${path}/DtTm`);
  const text = textAt(element, `${path}/Dt`) ?? time;
  if (text === null) return null;
  const day = dateOf(text === time ? text.slice(0, 10) : text);
  if (day === undefined || (text === time && Number.isNaN(Date.parse(text))))
    throw new MessageRefused(`${path}: ${text.slice(0, 40)} is no date`);
  return day;
}
