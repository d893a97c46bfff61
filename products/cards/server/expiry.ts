/** How long a card is valid. Days are the bank's, as `YYYY-MM-DD`. Pure. */
import { addDays, firstOfMonth } from '@calmly/platform/time/zoned-days.ts';

const validMonths = 36;
/** A notice is sent so long before the last day. */
const noticeDays = 30;
/** A card may be renewed so long before. */
const renewalDays = 61;

/** The last day of a card that is issued today: the end of a month. */
export const lastDayOf = (today: string): string => addDays(firstOfMonth(today, validMonths + 1), -1);

/** As it is printed on the card: `MM/YY`. */
export const expiryOf = (expiresOn: string): string => `${expiresOn.slice(5, 7)}/${expiresOn.slice(2, 4)}`;

/** Holders of cards whose last day is not after this one get the notice of expiry. */
export const noticeDay = (today: string): string => addDays(today, noticeDays);

/** From 61 days before the last day on, and after it. */
export const isRenewable = (expiresOn: string, today: string): boolean =>
  expiresOn <= addDays(today, renewalDays);
