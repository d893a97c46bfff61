/**
 * How money travels, and when it arrives. To another bank: SEPA for euro to an IBAN in a SEPA country, in seconds if both sides can (SEPA_INSTANT), SWIFT for
 * everything else. Inside the bank: between own accounts (OWN), to another client (INTERNAL), or from one currency into another
 * (EXCHANGE). Source: server page section 8; EPC409-09 (SEPA countries).
 */
import { isSepaCountry } from '../texts/country.ts';

export const paymentSchemes = [
  'SEPA',
  'SEPA_INSTANT',
  'SWIFT',
  'OWN',
  'INTERNAL',
  'EXCHANGE',
  /** A card purchase or its refund. */
  'CARD',
  /** Between an account and a card of the same client. */
  'CARD_MOVE',
  'CARD_FEE',
  /** An order of the exchange: the amount paid and the amount received. */
  'TRADE',
  /** A deposit from a chain, or a withdrawal to one. */
  'CRYPTO',
  /** Between an account and a wallet of the same client. */
  'CRYPTO_MOVE',
] as const;
export type PaymentScheme = (typeof paymentSchemes)[number];

export type RailScheme = 'SEPA' | 'SWIFT';

/** Whether the money stays in this bank, so no other bank is involved. */
export const staysInside = (scheme: PaymentScheme): boolean =>
  scheme !== 'SEPA' &&
  scheme !== 'SEPA_INSTANT' &&
  scheme !== 'SWIFT' &&
  scheme !== 'CARD' &&
  scheme !== 'CRYPTO';

/** Whether a client orders it with a payment form, so that it can be repeated. */
export const isOrder = (scheme: PaymentScheme): boolean =>
  scheme !== 'EXCHANGE' && scheme !== 'TRADE' && !scheme.startsWith('CARD') && !scheme.startsWith('CRYPTO');

/** The scheme for a payee, from currency, country (ISO 3166-1 alpha-2) and whether there is an IBAN. */
export function schemeFor(payee: {
  readonly currency: string;
  readonly creditorCountry: string;
  readonly hasIban: boolean;
}): RailScheme {
  return payee.currency === 'EUR' && payee.hasIban && isSepaCountry(payee.creditorCountry) ? 'SEPA' : 'SWIFT';
}

/** The euro area, whose banks must accept instant payments in euro since 9 January 2025 (Regulation (EU) 2024/886, article 5a). */
const euroArea: ReadonlySet<string> = new Set(
  'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '),
);

/** Whether banks of a SEPA country accept instant payments: all of them (`certain`), or only an attempt can tell (`tried`). */
export const instantReach = (country: string): 'certain' | 'tried' =>
  euroArea.has(country) ? 'certain' : 'tried';

/*
 * When a payment is expected at the payee's bank, by the TARGET calendar (no settlement on Saturdays, Sundays, 1 January, Good Friday,
 * Easter Monday, 1 May, 25 and 26 December).
 *
 * An order after the cut-off, or on a day without settlement, counts as received on the next business day. SEPA arrives one business day
 * later (PSD2 article 83), SWIFT two; SEPA instant and payments inside the bank arrive at once, on any day. Dates are Frankfurt's
 * calendar days as `YYYY-MM-DD`. Source: ECB, TARGET calendar; server page section 8.
 */

/** The hour in Frankfurt from which an order counts for the next business day. */
export const cutOffHour = 15;

const businessDays: Readonly<Partial<Record<PaymentScheme, number>>> = { SEPA: 1, SWIFT: 2 };
const dayMs = 86_400_000;

const frankfurt = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
});

/** Easter Sunday of a Gregorian year, as a UTC midnight (Meeus, Jones and Butcher). */
function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1);
}

/** Whether TARGET settles on this calendar day (`YYYY-MM-DD`). */
export function isTargetDay(date: string): boolean {
  const day = Date.parse(`${date}T00:00:00Z`);
  const weekday = new Date(day).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  if (['01-01', '05-01', '12-25', '12-26'].includes(date.slice(5))) return false;
  const easter = easterSunday(Number(date.slice(0, 4)));
  return day !== easter - 2 * dayMs && day !== easter + dayMs;
}

function nextTargetDay(date: string): string {
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
  return isTargetDay(next) ? next : nextTargetDay(next);
}

/** Frankfurt's offset from UTC is in whole minutes, so a result holds for the whole minute. */
const known = new Map<PaymentScheme, { readonly minute: number; readonly day: string }>();

/** The day on which a payment ordered at `now` is expected to arrive. */
export function expectedArrival(scheme: PaymentScheme, now: Date): string {
  const minute = Math.floor(now.getTime() / 60_000);
  const last = known.get(scheme);
  if (last?.minute === minute) return last.day;
  const day = arrivalOf(scheme, now);
  known.set(scheme, { minute, day });
  return day;
}

/** The day and hour on Frankfurt's clock. */
function frankfurtTime(now: Date) {
  const parts = Object.fromEntries(frankfurt.formatToParts(now).map(({ type, value }) => [type, value]));
  return { day: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) };
}

/** Frankfurt's calendar day at a moment, `YYYY-MM-DD`: the day of an order to another bank. */
export const frankfurtDay = (now: Date): string => frankfurtTime(now).day;

function arrivalOf(scheme: PaymentScheme, now: Date): string {
  const { day: today, hour } = frankfurtTime(now);
  let day = today;
  const days = businessDays[scheme];
  if (days === undefined) return day;
  if (!isTargetDay(day) || hour >= cutOffHour) day = nextTargetDay(day);
  for (let left = days; left > 0; left -= 1) day = nextTargetDay(day);
  return day;
}
