/**
 * Payment requests over HTTP, decided in groups: what arrives while a group is in flight leaves together as the next one,
 * in one transaction with one commit, and a lone request is a group of one. When many wait a second group overlaps the first. Keys are
 * looked for first, so a repeat is answered with the stored bytes before anything is looked at; every answer that settles its key is
 * stored in the same transaction. A key whose request only asked for a code, or was malformed, is left free.
 *
 * A group first runs without locking its keys and without asking the ledger for each item. When a key is in use or money is short, the
 * database refuses the whole group, and it runs again with locked keys and a verdict for each item. If a constraint is broken even then,
 * each request runs by itself, so that only the faulty one is refused. A payment with conversion always runs by itself: two that name the
 * same quote must not be decided together.
 * Errors: overloaded (503) when the queue is full, idempotency_key_reused (422), and those of `submitPayments`.
 */
import { createPayment, problems } from '@calmly/contract';
import type { Database } from '../../platform/database.ts';
import { sqlStateOf, violatesUnique } from '../../platform/database.ts';
import { grouped } from '../../platform/group.ts';
import { type Answer, encodeAnswer } from '../../platform/http/answer.ts';
import { replayAnswer } from '../../platform/http/execute.ts';
import { problemAnswer } from '../../platform/http/problems.ts';
import {
  type Claim,
  type ClaimVerdict,
  claimKeys,
  findKeys,
  isDefinitive,
  isKeyConflict,
  storeAnswers,
} from '../../platform/idempotency.ts';
import { Problem } from '../../platform/problem.ts';
import type { Sql } from '../../platform/work.ts';
import { requireClientActor } from '../identity/index.ts';
import { isRefusedAsWhole } from '../ledger/index.ts';
import { orderedNow, toPayment } from '../transactions/index.ts';
import {
  type Care,
  decidePayments,
  type Gates,
  prepareGround,
  type SubmitItem,
  type SubmitVerdict,
} from './submit.ts';

export interface PaymentRequest extends SubmitItem {
  readonly claim: Claim;
}

/** What a request comes to: its answer, or what is thrown at its caller (a step-up, bad fields). */
type Outcome = Answer | Error;

const largestGroup = 256;
const longestQueue = 4096;
/**
 * Groups in flight: while the database has one the next is judged. A client has one lane, so that they do not wait for each
 * other's accounts; another group starts beside one in flight only for this many (docs/performance.md, "Whole payments").
 */
const laneCount = 2;
const overlapAt = 32;

/** The grouped way in: one request, one answer. */
export function createPaymentGroup(
  database: Database,
  gates: Gates,
): (request: PaymentRequest) => Promise<Answer> {
  const once = (requests: readonly PaymentRequest[], care: Care) =>
    database.inTransaction((db) => decide(gates, db, requests, care), { beginsWithReads: true });

  async function run(requests: readonly PaymentRequest[]): Promise<readonly Outcome[]> {
    try {
      return await once(requests, 'hopeful');
    } catch (error) {
      if (!isRefusedAsWhole(error)) throw error;
      return runCarefully(requests);
    }
  }

  async function runCarefully(requests: readonly PaymentRequest[]): Promise<readonly Outcome[]> {
    try {
      return await once(requests, 'careful');
    } catch (error) {
      if (!isConstraint(error)) throw error;
      const [request, ...others] = requests;
      if (request && others.length === 0) return [await refusalOf(request, error)];
    }
    const outcomes: Outcome[] = [];
    for (const request of requests) outcomes.push(...(await runCarefully([request])));
    return outcomes;
  }

  /**
   * A group that runs without locks may store the key in between: then its answer counts. A payment keeps its key for good, so a key
   * without a stored answer is refused and not paid again. Any other constraint is a defect.
   */
  async function refusalOf({ claim }: PaymentRequest, error: unknown): Promise<Outcome> {
    if (!isKeyConflict(error) && !violatesUnique(error, 'payment_idempotency_key'))
      return new Problem('internal', { cause: error });
    const [verdict] = await findKeys(database.sql, [claim]);
    return repeatOutcome(verdict, []);
  }

  const keyOf = ({ command }: PaymentRequest) => command.clientId;
  const together = grouped(run, {
    name: 'payments',
    limit: largestGroup,
    queueLimit: longestQueue,
    lanes: laneCount,
    keyOf,
    overlapAt,
  });
  const alone = grouped(runCarefully, {
    name: 'converted payments',
    limit: 1,
    queueLimit: longestQueue,
    lanes: laneCount,
    keyOf,
  });
  return (request) => (request.command.quoteId === undefined ? together : alone)(request);
}

/** Class 23: a row broke a constraint. */
const isConstraint = (error: unknown) => sqlStateOf(error)?.startsWith('23') ?? false;

/** Decides a group in the open transaction. */
async function decide(
  gates: Gates,
  db: Sql,
  requests: readonly PaymentRequest[],
  care: Care,
): Promise<Outcome[]> {
  const keys = requests.map(({ claim }) => claim);
  const [claims, ground] = await Promise.all([
    care === 'careful' ? claimKeys(db, keys) : findKeys(db, keys),
    prepareGround(gates, db, requests),
  ]);
  const fresh = requests.filter((_, index) => claims[index] === 'claimed');
  const { verdicts, write } = await decidePayments(gates, db, fresh, ground, care);
  const decided = new Map<PaymentRequest, Outcome>();
  // Answers are written while the database does the rest.
  const answer = async () => {
    await statementsSent();
    for (const [place, request] of fresh.entries()) decided.set(request, outcomeOf(request, verdicts[place]));
    await storeAnswers(db, [...decided].flatMap(definitiveAnswer));
  };
  await Promise.all([write(), answer()]);

  const outcomes: Outcome[] = [];
  for (const [index, request] of requests.entries())
    outcomes.push(decided.get(request) ?? repeatOutcome(claims[index], outcomes));
  return outcomes;
}

/** Statements that were called leave before the next tick. */
const statementsSent = () => new Promise<void>((resolve) => process.nextTick(resolve));

function outcomeOf({ work }: PaymentRequest, verdict: SubmitVerdict | undefined): Outcome {
  if (!verdict) throw new Error('every payment gets a verdict');
  if (verdict.ok)
    return encodeAnswer(createPayment, toPayment(verdict.payment, orderedNow(requireClientActor(work))));
  const { error } = verdict;
  if (!(error instanceof Problem) || !isDefinitive(problems[error.code].status) || !work.request)
    return error;
  const { locale, id } = work.request;
  return problemAnswer(error, { locale, requestId: id, endpoint: createPayment });
}

function definitiveAnswer([{ claim }, outcome]: readonly [PaymentRequest, Outcome]) {
  if (outcome instanceof Error || typeof outcome.body !== 'string') return [];
  return [{ ...claim, status: outcome.status, body: outcome.body }];
}

/** A request whose key is known: by an earlier call, or by one further up in this group. */
function repeatOutcome(verdict: ClaimVerdict | undefined, earlier: readonly Outcome[]): Outcome {
  if (typeof verdict !== 'object') return new Problem('idempotency_key_reused');
  if ('replay' in verdict) return replayAnswer(verdict.replay);
  const same = earlier[verdict.sameAs];
  if (!same) throw new Error('a repeat follows its original');
  return same;
}
