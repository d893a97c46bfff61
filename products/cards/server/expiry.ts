/** How long a card is valid. Days are the bank's, as `YYYY-MM-DD`. Pure. */
import { addDays, firstOfMonth } from '@calmly/platform/time/zoned-days.ts';

const validMonths = 36;
/** Days before the last day on which a notice is sent. */
const noticeDays = 30;
/** Days before the last day from which a card may be renewed. */
const renewalDays = 61;

/** The last day of a card issued today: the end of a month. */
export const lastDayOf = (today: string): string => addDays(firstOfMonth(today, validMonths + 1), -1);

/** The printed form: `MM/YY`. */
export const expiryOf = (expiresOn: string): string => `${expiresOn.slice(5, 7)}/${expiresOn.slice(2, 4)}`;

/** Holders of cards that expire by this day get the notice. */
export const noticeDay = (today: string): string => addDays(today, noticeDays);

/** From 61 days before the last day on, and after it. */
export const isRenewable = (expiresOn: string, today: string): boolean =>
  expiresOn <= addDays(today, renewalDays);
