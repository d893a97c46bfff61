/**
 * The paths that most transactions take, by number: a transaction names the one it began with, and a row of `transactions.progress` names one instead of listing its
 * statuses and reasons. A path never changes, since rows name it; a new one takes the next number, here and in a migration.
 */
import type { PaymentStatus } from '@calmly/domain';
import type { StoredReason } from '../reasons.ts';
import type { Step, Steps } from '../transaction.ts';

interface Path {
  /** How many of the first steps the row's actor took; the bank took the others. */
  readonly byActor: number;
  readonly steps: ReadonlyArray<readonly [PaymentStatus, StoredReason?]>;
}

const screened = [['TO_AML_REVIEW'], ['AML_APPROVED', 'screening_clear'], ['IN_PROCESS']] as const;

/** As `transactions.path` has them. */
export const paths: ReadonlyMap<number, Path> = new Map<number, Path>([
  [1, { byActor: 0, steps: [['EXECUTED']] }],
  [2, { byActor: 1, steps: [['SUBMITTED'], ...screened, ['PENDING_FINANCE_INSTITUTION']] }],
  [3, { byActor: 1, steps: [['SUBMITTED'], ...screened, ['EXECUTED']] }],
  [4, { byActor: 0, steps: [...screened, ['PENDING_FINANCE_INSTITUTION']] }],
  [5, { byActor: 0, steps: [...screened, ['EXECUTED']] }],
  [6, { byActor: 1, steps: [['SUBMITTED']] }],
  [7, { byActor: 1, steps: [['CREATED']] }],
  [8, { byActor: 1, steps: [['SUBMITTED'], ['EXECUTED']] }],
  [
    9,
    { byActor: 1, steps: [['SUBMITTED'], ['TO_AML_REVIEW'], ['AML_APPROVED'], ['IN_PROCESS'], ['EXECUTED']] },
  ],
  [10, { byActor: 0, steps: [['IN_PROCESS']] }],
]);

/** The path of payments that are executed by a report. */
export const executedPath = 1;

/** The paths after which another bank has the payment: if it is executed next, its row tells that, as in the view `transactions.executed_by_row`. */
export const awaitingPaths: ReadonlySet<number> = new Set(
  [...paths].flatMap(([number, { steps }]) =>
    steps.at(-1)?.[0] === 'PENDING_FINANCE_INSTITUTION' ? [number] : [],
  ),
);

/**
 * The number of the path that these steps are, all taken at one time; undefined if there is none, or if more than one person
 * took them.
 */
export function pathOf(steps: Steps): number | undefined {
  const { actor } = steps[0];
  const later = steps.findIndex((step) => step.actor === null);
  const byActor = later === -1 ? steps.length : later;
  const isOther = (step: Step, place: number) => step.actor !== (place < byActor ? actor : null);
  if (steps.some(isOther)) return undefined;
  return numbers.get(nameOf(byActor, steps));
}

const nameOf = (
  byActor: number,
  steps: ReadonlyArray<{ readonly status: string; readonly reason: string | null }>,
): string => `${byActor} ${steps.map(({ status, reason }) => `${status} ${reason ?? ''}`)}`;

const numbers = new Map(
  [...paths].map(([number, { byActor, steps }]) => [
    nameOf(
      byActor,
      steps.map(([status, reason = null]) => ({ status, reason })),
    ),
    number,
  ]),
);
