/**
 * Runs a call's handler as its route requires and builds the response.
 *
 * A `StepUp` creates a challenge in a separate transaction, answered 203 and never stored. An idle session needs a code if the
 * endpoint's `presence` says so (`presence.ts`).
 */
import { zChallenge } from '@calmly/contract';
import type { Database } from '../../database.ts';
import { inCall } from '../../exits.ts';
import type { Work } from '../../work.ts';
import { type Answer, encodeAnswer, type HandlerOutput, isAnswer } from '../answer.ts';
import type { HandlerRoute, Route } from '../router.ts';
import { createBatch } from './batch.ts';
import { needsPresence, type PresenceTools, reachesTooFar, refuseBackground } from './presence.ts';
import { StepUp } from './step-up.ts';
import { type Call, writeOnce } from './write-once.ts';

export interface ExecuteTools extends PresenceTools {
  readonly database: Database;
}

/** Answers a call; `check` inspects the output of one that reads. */
type Run = (call: Call, input: unknown, check: (output: unknown) => Promise<void>) => Promise<Answer>;

/** Returns the function that answers a route's calls. One per route, because a batch keeps its queue in it. */
export function executor(
  route: Route,
  { database, provePresence }: ExecuteTools,
): (asked: Call, input: unknown) => Promise<Answer> {
  const run = runOf(route, database);

  async function prove(asked: Call): Promise<Call> {
    refuseBackground(asked.request);
    await database.inTransaction((open) => provePresence({ ...asked, sql: open }));
    // The code is used up, so a handler that needs its own code asks again.
    return { ...asked, request: { ...asked.request, approval: undefined } };
  }

  return (asked, input) => inCall(route.endpoint, () => answer(asked, input));

  async function answer(asked: Call, input: unknown): Promise<Answer> {
    try {
      const call = needsPresence(route.endpoint, asked) ? await prove(asked) : asked;
      return await run(call, input, async (output) => {
        if (reachesTooFar(route.endpoint, call, output)) await prove(asked);
      });
    } catch (error) {
      if (error instanceof StepUp) return challenge(error, database, asked);
      throw error;
    }
  }
}

function runOf(route: Route, database: Database): Run {
  if (route.kind === 'batch') return createBatch(route, database);
  if (route.kind === 'write' && route.endpoint.idempotent)
    return (call, input) =>
      writeOnce(route.endpoint, database, call, (work) => route.handler(work, input as never));
  if (route.kind === 'write')
    return (call, input) => database.inTransaction((open) => handle(route, { ...call, sql: open }, input));
  return (call, input, check) => handle(route, { ...call, sql: database.sql }, input, check);
}

async function handle(
  route: HandlerRoute,
  work: Work,
  input: unknown,
  check?: (output: unknown) => Promise<void>,
): Promise<Answer> {
  const output = await route.handler(work, input as never);
  await check?.(output);
  if (route.kind === 'own' && isAnswer(output)) return output;
  return encodeAnswer(route.endpoint, output as HandlerOutput<typeof route.endpoint>);
}

async function challenge(stepUp: StepUp, database: Database, call: Call): Promise<Answer> {
  const body = await database.inTransaction((open) => stepUp.challenge({ ...call, sql: open }));
  return {
    status: 203,
    body: JSON.stringify(zChallenge.parse(body)),
    headers: { 'x-tfa-required': '1' },
  };
}
