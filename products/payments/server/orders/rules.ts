/**
 * State changes of a standing order: pure decisions. Days are the bank calendar's, `YYYY-MM-DD`.
 *
 * Dates that passed while an order was paused or suspended are skipped: it continues with the next one. If there is too little money,
 * the payment is retried each hour of the due day; after that the run is missed and the next date counts.
 */
import { type OccurrenceState, occurrencesShown, type StandingOrderReason } from '@calmly/contract';
import {
  latestStartOn,
  type Occurrence,
  occurrenceAt,
  occurrenceFrom,
  occurrencesOf,
  type Schedule,
  scheduleAheadYears,
} from '@calmly/domain';
import type { FieldRejection } from '@calmly/platform/problem.ts';
import type { DecidedBy, Progress, StoredOrder, Terms } from './store.ts';

export const retryMs = 3_600_000;

/** It waits for this occurrence, or has ended. */
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

type Decision =
  | { readonly ok: true; readonly progress: Progress }
  | { readonly ok: false; readonly rejections: readonly FieldRejection[] };

/**
 * Where an order with this schedule begins. A new schedule begins after today; a changed order with the same first day and frequency
 * (`before`) begins with the payment that it waits for. Nothing is due before `from`: tomorrow, if today is decided already.
 */
export function decideSchedule(
  schedule: Schedule,
  { today, from = today, before }: { today: string; from?: string; before?: StoredOrder },
): Decision {
  const { startOn, endOn, times, frequency } = schedule;
  const position = before && goesOn(before, schedule) ? before.nextPosition : undefined;
  const reject = (
    field: string,
    code: FieldRejection['code'],
    params?: FieldRejection['params'],
  ): Decision => ({
    ok: false,
    rejections: [params ? { field, code, params } : { field, code }],
  });
  if (position === undefined && startOn <= today) return reject('startOn', 'schedule_past');
  if (position === undefined && startOn > latestStartOn(today))
    return reject('startOn', 'schedule_too_far', { years: scheduleAheadYears });
  if (frequency !== 'ONCE' && endOn !== null && endOn < startOn) return reject('endOn', 'schedule_empty');
  const next = occurrenceFrom(schedule, from, position);
  if (next) return { ok: true, progress: waitingFor(next, next.position) };
  if (times !== null) return reject('times', 'schedule_over');
  return endOn === null ? reject('startOn', 'schedule_past') : reject('endOn', 'schedule_over');
}

/** Whether the payments of both are counted from the same one. */
const goesOn = (before: Schedule, { startOn, frequency }: Schedule): boolean =>
  before.startOn === startOn && before.frequency === frequency;

/** Whether each payment of both falls on the same day, so that what differs on single days still means something. */
export const keepsDays = (before: Schedule, after: Schedule): boolean =>
  goesOn(before, after) && before.restDays === after.restDays;

/** After the occurrence that it waited for. */
export function advance(order: Schedule & Pick<Progress, 'nextPosition'>): Progress {
  const position = order.nextPosition + 1;
  return waitingFor(occurrenceAt(order, position), position);
}

/** Continues with the first date on or after `from`; undefined if none is left or there is nothing to resume. */
export function decideResume(order: StoredOrder, from: string): Progress | undefined {
  if (order.state !== 'PAUSED' && order.state !== 'SUSPENDED') return undefined;
  const next = occurrenceFrom(order, from, order.nextPosition);
  return next && waitingFor(next, next.position);
}

/** The day of the first payment that is not skipped. */
export const firstPaidOn = (
  schedule: Schedule,
  { nextPosition, nextDueOn }: Progress,
  skipped: readonly string[],
): string =>
  occurrencesOf(schedule, nextPosition, skipped.length + 1).find(({ dueOn }) => !skipped.includes(dueOn))
    ?.dueOn ??
  nextDueOn ??
  schedule.startOn;

/** Stops at the occurrence that it waits for. */
export const suspend = (order: Progress, reason: StandingOrderReason): Progress => ({
  ...stopped(order),
  state: 'SUSPENDED',
  reason,
});
/** Keeps the day that it waits for; `decideResume` moves it on. */
export const pause = (order: Progress): Progress => ({ ...stopped(order), state: 'PAUSED', reason: null });
/** For an order that its client ends; one whose payments are all made ends by `waitingFor`. */
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

/** What is paid on that day. */
export const termsOn = (order: StoredOrder, dueOn: string): Terms =>
  order.otherDays.get(dueOn)?.terms ?? order;

/** In whose name that day is paid: of the person who changed or restored it, otherwise of the person who confirmed the series. */
export const deciderOn = (order: StoredOrder, dueOn: string): DecidedBy =>
  order.otherDays.get(dueOn)?.by ?? order;

/** The next days of the schedule, those left out too. */
export const comingDays = (order: StoredOrder): string[] =>
  order.state === 'ACTIVE'
    ? occurrencesOf(order, order.nextPosition, occurrencesShown).map(({ dueOn }) => dueOn)
    : [];

/** What is to happen on a day to come; undefined for any other day. */
export function comingOn(order: StoredOrder, dueOn: string): OccurrenceState | undefined {
  if (!comingDays(order).includes(dueOn)) return undefined;
  if (order.skipped.includes(dueOn)) return 'SKIPPED';
  return order.otherDays.get(dueOn)?.terms ? 'CHANGED' : 'PLANNED';
}

/** `moment` is business time, whose days are those of UTC. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
