/** Steps as they are written: one row for consecutive steps with one time, unless the transaction's own row tells them; the usual ones as a numbered path. Pure. */

import type { PaymentStatus } from '@calmly/domain';
import { writeMoment } from '@calmly/platform/postgres/values.ts';
import type { StoredReason } from '../reasons.ts';
import type { Step, Steps, StoredTransaction } from '../transaction.ts';

/** A row of steps: its path, or its lists, as PostgreSQL's own texts. */
export interface Moment {
  readonly at: string;
  readonly actor: string | null;
  readonly path: number | null;
  readonly statuses: string | null;
  readonly reasons: string | null;
  /** How many steps there are up to its last one. */
  readonly stepsTo: number;
}

/** What a new transaction's row tells of its steps, and the rows that it needs besides. */
interface StoredSteps {
  /** The path of its first steps; null if they need a row. */
  readonly firstPath: number | null;
  /** Who took them, where that is not the debtor by name. */
  readonly firstActor: string | null;
  readonly others: readonly Moment[];
}

/** The first steps if they are a path and were taken when the transaction was created, and after them that it was executed. */
export function splitSteps(
  { createdAt, debtorName }: Pick<StoredTransaction, 'createdAt' | 'debtorName'>,
  moments: readonly Moment[],
): StoredSteps {
  const [first, ...later] = moments;
  if (!first || first.path === null || first.at !== writeMoment(createdAt))
    return { firstPath: null, firstActor: null, others: moments };
  const [end, ...more] = later;
  const isExecuted = end?.path === executedPath && more.length === 0 && awaitingPaths.has(first.path);
  return {
    firstPath: first.path,
    firstActor: first.actor === debtorName ? null : first.actor,
    others: isExecuted ? [] : later,
  };
}

/** Payments of one group mostly take the same steps at the same time: those are made out once. */
export function momentReader(): (steps: Steps) => readonly Moment[] {
  let last: Steps | undefined;
  let moments: readonly Moment[] = [];
  return (steps) => {
    if (!last || !areSame(last, steps)) moments = momentsOf(steps);
    last = steps;
    return moments;
  };
}

const areSame = (some: Steps, others: Steps) =>
  some.length === others.length &&
  some.every((step, place) => {
    const other = others[place];
    return (
      step.status === other?.status &&
      step.reason === other.reason &&
      step.actor === other.actor &&
      step.at.getTime() === other.at.getTime()
    );
  });

function momentsOf(steps: Steps): Moment[] {
  const runs = runsOf(steps, (one, other) => one.at.getTime() === other.at.getTime()).flatMap((run) =>
    pathOf(run) === undefined ? runsOf(run, (one, other) => one.actor === other.actor) : [run],
  );
  let stepsTo = 0;
  return runs.map((run) => {
    stepsTo += run.length;
    const path = pathOf(run);
    return {
      at: writeMoment(run[0].at),
      actor: run[0].actor,
      path: path ?? null,
      statuses: path === undefined ? `{${run.map(({ status }) => status)}}` : null,
      reasons: path === undefined ? `{${run.map(({ reason }) => reason ?? 'null')}}` : null,
      stepsTo,
    };
  });
}

/** Consecutive steps that are alike, together. */
function runsOf(
  [first, ...rest]: Steps,
  areAlike: (one: Step, other: Step) => boolean,
): Array<[Step, ...Step[]]> {
  let run: [Step, ...Step[]] = [first];
  const runs = [run];
  for (const step of rest) {
    if (areAlike(run[0], step)) run.push(step);
    else {
      run = [step];
      runs.push(run);
    }
  }
  return runs;
}

/*
 * The paths that most transactions take, by number: a transaction names the one it began with, and a row of `transactions.progress` names one instead of listing its
 * statuses and reasons. A path never changes, since rows name it; a new one takes the next number, here and in a migration.
 */

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
