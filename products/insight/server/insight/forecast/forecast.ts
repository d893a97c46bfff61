/**
 * `GET /insight/forecast`: the balance line of the next days in one currency, and which currencies run out of money. Today's reference rates apply
 * throughout, so that the line shows movements of money, not of rates.
 * Errors: `invalid_request` (currency_unknown), `rates_unavailable`.
 */
import { type Forecast, forecastDays } from '@calmly/contract';
import { type CurrencyCode, formatDecimal } from '@calmly/domain';
import { addDays, daysIn } from '@calmly/platform/time/zoned-days.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import { worthIn } from '../worth.ts';
import { drawLine, shortageOf } from './line.ts';
import { type Outlook, readOutlook } from './steps.ts';

/** From today to `forecastDays` days later, in the reader's zone. Starts with the booked balances; reserved amounts are a step of today. */
export async function readForecast(
  work: Work,
  prices: PriceProvider,
  query: { readonly currency: string; readonly timeZone: string },
): Promise<Forecast> {
  const worth = await worthIn(prices, query.currency, work.now);
  const zone = daysIn(query.timeZone);
  const today = zone.dayOf(work.now);
  const span = { firstDay: today, days: forecastDays };
  const outlook = await readOutlook(work, { zone, today, until: addDays(today, forecastDays) });
  const startMinor = [...outlook.postedMinor].reduce(
    (sum, [currency, minor]) => sum + worth.of(minor, currency),
    0n,
  );
  const line = drawLine(
    startMinor,
    outlook.steps.map((step) => ({ ...step, minor: worth.of(step.originalMinor, step.currency) })),
    span,
  );
  const text = (minor: bigint) => formatDecimal(minor, worth.currency);
  const point = ({ date, minor }: { date: string; minor: bigint }) => ({ date, balance: text(minor) });
  return {
    currency: worth.currency,
    start: text(startMinor),
    points: line.points.map(point),
    steps: line.steps.map(({ step, afterMinor }) => ({
      on: step.on,
      reason: step.reason,
      name: step.name,
      amount: text(step.minor),
      original: { amount: formatDecimal(step.originalMinor, step.currency), currency: step.currency },
      balance: text(afterMinor),
      subjectId: step.subjectId,
      frequency: step.frequency,
    })),
    lowest: point(line.lowest),
    shortages: shortagesOf(outlook, span),
  };
}

/** Money in another currency pays nothing before it is exchanged, so each currency is judged separately. */
function shortagesOf(
  { postedMinor, steps }: Outlook,
  span: { readonly firstDay: string; readonly days: number },
): Forecast['shortages'] {
  const byCurrency = Map.groupBy(steps, ({ currency }) => currency);
  return [...byCurrency].flatMap(([currency, own]) => {
    const line = drawLine(
      postedMinor.get(currency) ?? 0n,
      own.map(({ on, originalMinor }) => ({ on, minor: originalMinor })),
      span,
    );
    const shortage = shortageOf(line);
    if (!shortage) return [];
    const { first, lowest } = shortage;
    return {
      currency,
      on: first.date,
      amount: missing(first.minor, currency),
      lowestOn: lowest.date,
      lowestAmount: missing(lowest.minor, currency),
    };
  });
}

const missing = (minor: bigint, currency: CurrencyCode) => formatDecimal(-minor, currency);
