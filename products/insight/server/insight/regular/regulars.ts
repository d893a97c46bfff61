/** Reads a client's regular payments from those of the last 13 months. */
import type { ZonedDays } from '@calmly/platform/time/zoned-days.ts';
import type { Work } from '@calmly/platform/work.ts';
import { listSeries, type Series } from '../../../../accounts/server/transactions/index.ts';
import { detectRegular, type Regular } from './detect.ts';

const dayMs = 86_400_000;
/** Long enough for five quarters. */
const lookBackDays = 400;

/** `seenAlways` is true if no payment is outside the regular run. */
export interface FoundRegular {
  readonly series: Series;
  readonly regular: Regular;
  readonly seenAlways: boolean;
}

/** Regular payments of a client, by the days of the reader's time zone. */
export async function findRegulars(
  { sql, now }: Pick<Work, 'sql' | 'now'>,
  clientId: string,
  zone: ZonedDays,
): Promise<FoundRegular[]> {
  const from = new Date(now.getTime() - lookBackDays * dayMs);
  const today = zone.dayOf(now);
  // An id made in this millisecond counts.
  const found = await listSeries(sql, { clientId, from, to: new Date(now.getTime() + 1) });
  return found.flatMap((series) => {
    const paid = series.payments.map(({ at, amountMinor }) => ({ on: zone.dayOf(at), amountMinor }));
    const regular = detectRegular(paid, today);
    if (!regular) return [];
    return { series, regular, seenAlways: paid.every(({ on }) => on >= regular.firstOn) };
  });
}
