/**
 * Batched calls: calls that arrive while a transaction is in flight are decided together in the next one, with one commit. A lone call
 * is a batch of one and does not wait. A module registers one with `router.batch`; keys, stored responses and repeats are handled here.
 *
 * A batch is optimistic. It looks up its idempotency keys without a lock and writes as if the database accepted everything. If a
 * constraint or one of our database functions refuses a row, the transaction rolls back and the batch runs once more: whatever it
 * overlooked has been committed by then and is read. If that fails too, both halves run, down to one call. A single call runs like any
 * `router.write`: its key is locked and the module judges it alone. So one refused row costs a few more transactions, but never the
 * response of another call (docs/adr/0039-batched-endpoints.md).
 *
 * Errors: overloaded (503) when the queue is full, idempotency_key_required, idempotency_key_reused (422), and those of the module.
 */
import { type EndpointSpec, problems } from '@calmly/contract';
import { type Database, refusesRow, violatesUnique } from '../../database.ts';
import { inCall } from '../../exits.ts';
import { grouped } from '../../jobs/group.ts';
import { replicateWhatWasRead } from '../../postgres/transaction.ts';
import { Problem } from '../../problem.ts';
import type { RequestContext, Sql } from '../../work.ts';
import { type Answer, encodeAnswer, type HandlerOutput } from '../answer.ts';
import type { BatchedCall, BatchRoute } from '../router.ts';
import {
  type AnsweredClaim,
  type Claim,
  type ClaimVerdict,
  claimOf,
  findKeys,
  isDefinitive,
  isKeyConflict,
  isReplay,
  keyOwnerOf,
  lastsAfter,
  storeAnswers,
} from './idempotency.ts';
import { problemAnswer } from './problems.ts';
import { type Call, replayAnswer, writeOnce } from './write-once.ts';

interface Waiting {
  readonly call: Call;
  readonly claim: Claim;
  readonly command: unknown;
}

/** A call's answer, or the error for its caller: a step-up or bad fields. */
type Outcome = Answer | Error;

const largestBatch = 256;
const longestQueue = 4096;
/**
 * Transactions in flight: while the database processes one, the next is decided. A second one starts only if this many calls wait
 * (docs/performance.md, "Whole payments").
 */
const laneCount = 2;
const overlapAt = 32;

/** Returns the function that answers the calls of a batched endpoint. */
export function createBatch(
  { endpoint, batch }: BatchRoute,
  database: Database,
): (call: Call, input: unknown) => Promise<Answer> {
  const together = grouped((waiting: readonly Waiting[]) => inCall(endpoint, () => run(waiting)), {
    name: batch.name,
    limit: largestBatch,
    queueLimit: longestQueue,
    lanes: laneCount,
    keyOf: ({ command }) => batch.lane(command),
    overlapAt,
  });

  async function run(waiting: readonly Waiting[]): Promise<readonly Outcome[]> {
    // Changes of the other transaction are committed by now, and this attempt reads them.
    return (await attempt(waiting)) ?? rerun(waiting);
  }

  async function rerun(waiting: readonly Waiting[]): Promise<readonly Outcome[]> {
    const [first, ...others] = waiting;
    if (first && others.length === 0) return [await runAlone(first).catch(toError)];
    const outcomes = await attempt(waiting);
    if (outcomes) return outcomes;
    const middle = Math.ceil(waiting.length / 2);
    return [...(await runPart(waiting.slice(0, middle))), ...(await runPart(waiting.slice(middle)))];
  }

  /** Undefined if the database refused a row and therefore the whole batch. */
  async function attempt(waiting: readonly Waiting[]): Promise<readonly Outcome[] | undefined> {
    try {
      return await database.inTransaction((db) => decide(db, waiting), { beginsWithReads: true });
    } catch (error) {
      if (!refusesRow(error)) throw error;
      return undefined;
    }
  }

  /** A part that fails does not affect the responses of the part before it, which is committed. */
  const runPart = (part: readonly Waiting[]) =>
    rerun(part).catch((error: unknown) => part.map(() => toError(error)));

  /** Decides and writes a batch in the open transaction. */
  async function decide(db: Sql, waiting: readonly Waiting[]): Promise<Outcome[]> {
    const calls = new Map(
      waiting.map((one): [Waiting, BatchedCall<unknown>] => [
        one,
        { work: { ...one.call, sql: db }, command: one.command },
      ]),
    );
    const [keys, context] = await Promise.all([
      findKeys(
        db,
        waiting.map(({ claim }) => claim),
      ),
      batch.load(db, [...calls.values()]),
    ]);
    const fresh = waiting.filter((_, place) => keys[place] === 'claimed');
    const { verdicts, write } = await batch.decide(
      db,
      fresh.flatMap((one) => calls.get(one) ?? []),
      context,
    );
    const decided = new Map<Waiting, Outcome>();
    const answer = async () => {
      // The answers are encoded while the database writes, because the statements of `write` are sent before the next tick.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      for (const [place, one] of fresh.entries())
        decided.set(one, outcomeOf(endpoint, one.call.request, verdicts[place]));
      await storeAnswers(
        db,
        [...decided].flatMap(([{ claim }, outcome]) => answerToStore(endpoint, claim, outcome)),
      );
    };
    await Promise.all([write(), answer()]);
    if (keys.some(isReplay)) await replicateWhatWasRead(db);

    const outcomes: Outcome[] = [];
    for (const [place, one] of waiting.entries())
      outcomes.push(decided.get(one) ?? outcomeOfRepeat(keys[place], outcomes));
    return outcomes;
  }

  async function runAlone({ call, claim, command }: Waiting): Promise<Answer> {
    try {
      return await writeOnce(endpoint, database, call, (work) => batch.decideAlone(work, command));
    } catch (error) {
      const isOwn = batch.keyConstraint !== undefined && violatesUnique(error, batch.keyConstraint);
      if (!isKeyConflict(error) && !isOwn) throw error;
      // A concurrent batch without locks stored the key first, so its answer counts. If only the module still has the key, the HTTP request was
      // carried out once and its answer is no longer stored.
      const key = await database.inTransaction(async (db) => {
        const [found] = await findKeys(db, [claim]);
        await replicateWhatWasRead(db);
        return found;
      });
      const outcome = outcomeOfRepeat(key, []);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    }
  }

  return async (call, input) => {
    const claim = claimOf(call.request, keyOwnerOf(call));
    const command = await batch.prepare({ ...call, sql: database.sql }, input as never);
    const waiting = { call, claim, command };
    return batch.isAlone?.(command) ? runAlone(waiting) : together(waiting);
  };
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

function outcomeOf(
  endpoint: EndpointSpec,
  { locale, id: requestId }: RequestContext,
  verdict: (() => HandlerOutput<EndpointSpec>) | Error | undefined,
): Outcome {
  if (!verdict) throw new Error('a batch must decide every call');
  if (!(verdict instanceof Error)) return encodeAnswer(endpoint, verdict());
  if (!(verdict instanceof Problem) || !isDefinitive(problems[verdict.code].status)) return verdict;
  return problemAnswer(verdict, { locale, requestId, endpoint });
}

function answerToStore(endpoint: EndpointSpec, claim: Claim, outcome: Outcome): AnsweredClaim[] {
  if (outcome instanceof Error || typeof outcome.body !== 'string') return [];
  const { status, body } = outcome;
  return [{ ...claim, status, body, lasts: lastsAfter(endpoint, status) }];
}

/** A call whose key is known from an earlier call, or from an earlier one in this batch. */
function outcomeOfRepeat(key: ClaimVerdict | undefined, earlier: readonly Outcome[]): Outcome {
  if (typeof key !== 'object') return new Problem('idempotency_key_reused');
  if (isReplay(key)) return replayAnswer(key.replay);
  const same = earlier[key.sameAs];
  if (!same) throw new Error('a repeat follows its original');
  return same;
}
