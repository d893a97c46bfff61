/** Today's date, read when it is needed, because a run may pass midnight. */
import { daysIn } from '@calmly/platform/time/zoned-days.ts';

export const dayNow = (timeZone = 'UTC'): string => daysIn(timeZone).dayOf(new Date());

/**
 * A test whose dates must all be of one day. If midnight passes while it runs, its figures are of two days and prove nothing: then, and only then, it
 * runs again on the new day. It must create its own data.
 */
export const onOneDay =
  (body: (today: string) => Promise<void>, timeZone = 'UTC') =>
  async () => {
    const today = dayNow(timeZone);
    try {
      await body(today);
    } catch (error) {
      const now = dayNow(timeZone);
      if (now === today) throw error;
      await body(now);
    }
  };
