/**
 * Market rates as JSON: `{ "timestamp": 1764151200, "base": "USD", "rates": { "EUR": 0.8632, "GBP": 0.7571, … } }`. The time is in Unix seconds, a rate is units of
 * the currency for one unit of the base. It is the form of Open Exchange Rates (`/api/latest.json`) and others. Source: docs.openexchangerates.org/reference/latest-json.
 */
import { z } from 'zod';
import { PartnerUnavailable } from '../../ask.ts';
import { parseJsonExactly, quotientOf, readDecimal } from '../decimals.ts';
import { believable, type RatesRead } from './reading.ts';

const name = 'the source of market rates';
const mostCurrencies = 1_000;
/** Numbers are text here. */
const zLatest = z.object({
  timestamp: z.string().regex(/^\d{9,11}$/),
  base: z.string().regex(/^[A-Z]{3}$/),
  rates: z.record(z.string(), z.unknown()),
});

/** Throws PartnerUnavailable. */
export function readLatest(text: string): RatesRead {
  const { data } = zLatest.safeParse(jsonOf(text));
  if (!data) throw new PartnerUnavailable(`${name} answered nonsense`);
  const entries = Object.entries(data.rates);
  if (entries.length > mostCurrencies) throw new PartnerUnavailable(`${name} names too many currencies`);
  const euro = data.base === 'EUR' ? readDecimal('1') : readDecimal(data.rates.EUR);
  if (!euro) throw new PartnerUnavailable(`${name} has no rate of the euro`);
  const perEuro = (rate: unknown) => {
    const read = readDecimal(rate);
    return read && quotientOf(read, euro);
  };
  return believable(name, new Date(Number(data.timestamp) * 1000), [
    ...entries.filter(([code]) => code !== data.base).map(([code, rate]) => [code, perEuro(rate)] as const),
    // The base itself is not always among its rates.
    [data.base, perEuro('1')],
  ]);
}

function jsonOf(text: string): unknown {
  try {
    return parseJsonExactly(text);
  } catch {
    throw new PartnerUnavailable(`${name} answered no JSON`);
  }
}
