/** Steps as they are written: one row for consecutive steps with one time, unless the transaction's own row tells them. Pure. */
import { writeMoment } from '@calmly/platform/postgres/values/moments.ts';
import type { Step, Steps, StoredTransaction } from '../transaction.ts';
import { awaitingPaths, executedPath, pathOf } from './paths.ts';

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
