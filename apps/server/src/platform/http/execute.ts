/**
 * Runs a call's handler the way its route says and makes an answer of what comes back.
 *
 * An idempotent write claims its key first. A refusal by a rule (404, 409, 422) undoes what the handler wrote, by a savepoint,
 * and is stored with the key like a success. Any other failure rolls everything back, the key too. A `StepUp` ends in a
 * challenge made in a transaction of its own, answered 203 and never stored.
 *
 * A session without activity for a while asks for a code where the endpoint's `presence` says so (`presence.ts`).
 */
import { problems, zChallenge } from '@calmly/contract';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { type Claim, claimKeys, claimOf, isDefinitive, storeAnswers } from '../idempotency.ts';
import { Problem } from '../problem.ts';
import type { ClientActor, RequestContext, Sql, Work } from '../work.ts';
import { type Answer, encodeAnswer, type HandlerOutput, isAnswer } from './answer.ts';
import { needsPresence, type PresenceTools, reachesTooFar, refuseBackground } from './presence.ts';
import { problemAnswer } from './problems.ts';
import type { Route } from './router.ts';
import { StepUp } from './step-up.ts';

/** A call's work before it has a database handle. */
export type Call = Omit<Work, 'sql'> & { readonly request: RequestContext };

export interface ExecuteTools extends PresenceTools {
  readonly database: Database;
}

export async function execute(
  route: Route,
  { database, provePresence }: ExecuteTools,
  asked: Call,
  input: unknown,
): Promise<Answer> {
  const prove = async (): Promise<Call> => {
    refuseBackground(asked.request);
    await database.inTransaction((open) => provePresence({ ...asked, sql: open }));
    // The code is used up: a handler that wants one of its own asks again.
    return { ...asked, request: { ...asked.request, approval: undefined } };
  };
  try {
    const call = needsPresence(route.endpoint, asked) ? await prove() : asked;
    if (route.kind === 'write') {
      if (route.endpoint.idempotent) return await writeOnce(route, database, call, input);
      return await database.inTransaction((open) => run(route, { ...call, sql: open }, input));
    }
    if (route.endpoint.idempotent) claimOf(call.request, clientOf(call).clientId);
    return await run(route, { ...call, sql: database.sql }, input, async (output) => {
      if (reachesTooFar(route.endpoint, call, output)) await prove();
    });
  } catch (error) {
    if (error instanceof StepUp) return challenge(error, database, asked);
    throw error;
  }
}

async function run(
  route: Route,
  work: Work,
  input: unknown,
  check?: (output: unknown) => Promise<void>,
): Promise<Answer> {
  const output = await route.handler(work, input as never);
  await check?.(output);
  if (route.kind === 'own' && isAnswer(output)) return output;
  return encodeAnswer(route.endpoint, output as HandlerOutput<typeof route.endpoint>);
}

async function writeOnce(route: Route, database: Database, call: Call, input: unknown): Promise<Answer> {
  const claim = claimOf(call.request, clientOf(call).clientId);
  return database.inTransaction(async (open) => {
    const [verdict] = await claimKeys(open, [claim]);
    if (verdict === 'reused') throw new Problem('idempotency_key_reused');
    if (typeof verdict === 'object' && 'replay' in verdict) return replayAnswer(verdict.replay);
    const answer = await runOrRefuse(route, open, call, input);
    await store(open, claim, answer);
    return answer;
  });
}

/** The handler's answer, or the refusal of a rule as an answer with everything it wrote undone. */
async function runOrRefuse(route: Route, open: Sql, call: Call, input: unknown): Promise<Answer> {
  await sql`savepoint handler`.execute(open);
  try {
    return await run(route, { ...call, sql: open }, input);
  } catch (error) {
    if (!(error instanceof Problem) || !isDefinitive(problems[error.code].status)) throw error;
    await sql`rollback to savepoint handler`.execute(open);
    const { locale, id } = call.request;
    return problemAnswer(error, { locale, requestId: id, endpoint: route.endpoint });
  }
}

async function store(open: Sql, claim: Claim, { status, body }: Answer): Promise<void> {
  if (typeof body !== 'string') throw new Error('a file cannot be the answer of an idempotent call');
  await storeAnswers(open, [{ ...claim, status, body }]);
}

/** An answer given before, byte for byte, marked as such. */
export function replayAnswer({ status, body }: { status: number; body: string }): Answer {
  return {
    status,
    body,
    headers: {
      'idempotent-replay': 'true',
      ...(status >= 400 ? { 'content-type': 'application/problem+json' } : {}),
    },
  };
}

async function challenge(stepUp: StepUp, database: Database, call: Call): Promise<Answer> {
  const body = await database.inTransaction((open) => stepUp.challenge({ ...call, sql: open }));
  return {
    status: 203,
    body: JSON.stringify(zChallenge.parse(body)),
    headers: { 'x-tfa-required': '1' },
  };
}

function clientOf(call: Call): ClientActor {
  if (call.actor.kind !== 'client') throw new Error('an idempotent call must belong to a client');
  return call.actor;
}
