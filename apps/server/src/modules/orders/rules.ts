/**
 * What becomes of a standing order: pure decisions over what was read. Days are the bank's calendar's, `YYYY-MM-DD`.
 *
 * Dates that passed while it was paused or suspended are not made up for: it goes on with the next one. Too little money is looked for
 * again each hour of the day that was due; after that the run is missed and the next date counts.
 */
import type { StandingOrderReason } from '@calmly/contract';
import { type Occurrence, occurrenceAt, occurrenceFrom, occurrencesOf, type Schedule } from '@calmly/domain';
import type { FieldRejection } from '../../platform/problem.ts';
import type { Progress, StoredOrder } from './store.ts';

export const retryMs = 3_600_000;
const datesShown = 5;

/** What is wrong with a schedule that is to begin after today. */
export function checkSchedule({ startOn, endOn, frequency }: Schedule, today: string): FieldRejection[] {
  const rejections: FieldRejection[] = [];
  if (startOn <= today) rejections.push({ field: 'startOn', code: 'schedule_past' });
  if (frequency !== 'ONCE' && endOn !== null && endOn < startOn)
    rejections.push({ field: 'endOn', code: 'schedule_empty' });
  return rejections;
}

/** It waits for this occurrence, or has come to its end. */
export const waitingFor = (occurrence: Occurrence | undefined, position: number): Progress =>
  occurrence
    ? {
        state: 'ACTIVE',
        reason: null,
        nextPosition: occurrence.position,
        nextDueOn: occurrence.dueOn,
        retryAt: null,
      }
    : { state: 'ENDED', reason: 'completed', nextPosition: position, nextDueOn: null, retryAt: null };

/** A new schedule from its beginning; what would lie before today is passed over. */
export const begin = (schedule: Schedule, today: string): Progress =>
  waitingFor(occurrenceFrom(schedule, today), 0);

/** After the occurrence that it waited for. */
export function advance(order: Schedule & Pick<Progress, 'nextPosition'>): Progress {
  const position = order.nextPosition + 1;
  return waitingFor(occurrenceAt(order, position), position);
}

/** Goes on with the first date from today; undefined when there is none left, or nothing to resume. */
export function decideResume(order: StoredOrder, today: string): Progress | undefined {
  if (order.state !== 'PAUSED' && order.state !== 'SUSPENDED') return undefined;
  const next = occurrenceFrom(order, today, order.nextPosition);
  return next && waitingFor(next, next.position);
}

/** Stops at the occurrence that it waits for. */
export const suspend = (order: Progress, reason: StandingOrderReason): Progress => ({
  ...stopped(order),
  state: 'SUSPENDED',
  reason,
});
export const pause = (order: Progress): Progress => ({ ...stopped(order), state: 'PAUSED', reason: null });
export const end = (order: Progress): Progress => ({
  ...stopped(order),
  state: 'ENDED',
  reason: 'canceled',
  nextDueOn: null,
});

const stopped = ({ nextPosition, nextDueOn }: Progress) => ({ nextPosition, nextDueOn, retryAt: null });

/** Whether its next payment is due at this moment of the bank's calendar. */
export const isDue = ({ state, nextDueOn, retryAt }: Progress, calendar: Date): boolean =>
  state === 'ACTIVE' &&
  nextDueOn !== null &&
  nextDueOn <= dayOf(calendar) &&
  (retryAt === null || retryAt <= calendar);

/** When to look for the money again; undefined when the day is over by then. */
export function nextTry(dueOn: string, calendar: Date): Date | undefined {
  const at = new Date(calendar.getTime() + retryMs);
  return dayOf(at) <= dueOn ? at : undefined;
}

/** The next dates to be shown. */
export const nextDates = (order: StoredOrder): string[] =>
  order.state === 'ACTIVE'
    ? occurrencesOf(order, order.nextPosition, datesShown).map(({ dueOn }) => dueOn)
    : [];

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
