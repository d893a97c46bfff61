/**
 * Runs a call's handler as its route requires and builds the response.
 *
 * A `StepUp` creates a challenge in a separate transaction, answered 203 and never stored. An idle session needs a code if the
 * endpoint's `presence` says so (the second half of this file).
 */
import { type EndpointSpec, zChallenge } from '@calmly/contract';
import type { Database } from '../../database.ts';
import { inCall } from '../../exits.ts';
import { Problem } from '../../problem.ts';
import type { Actor, RequestContext, Work } from '../../work.ts';
import { type Answer, encodeAnswer, type HandlerOutput, isAnswer } from '../answer.ts';
import type { HandlerRoute, Route } from '../router.ts';
import { createBatch } from './batch.ts';
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

/*
 * Presence: an idle session has to confirm that its person is there before it does or reads what the endpoint's `presence` protects. The
 * confirmation unlocks the session, not a single call: simultaneous reads share one challenge.
 *
 * Automatic calls of the page (`X-Background`) get no challenge; otherwise an open tab would send codes.
 *
 * Errors: `presence_needed` (403) for such a call.
 */

/** How far back payments may be read without a code (Delegated Regulation (EU) 2018/389, article 10). */
const recentMs = 90 * 86_400_000;

export interface PresenceTools {
  /** Continues only with a code that proves the person's presence; otherwise throws the `StepUp` that asks for one. */
  readonly provePresence: (work: Work) => Promise<void>;
}

type Asking = { readonly actor: Actor; readonly request: RequestContext };

const isStale = ({ actor }: Asking) => actor.kind === 'client' && actor.isStale;

/** Whether the call needs a code before its handler runs. */
export const needsPresence = ({ presence }: EndpointSpec, call: Asking): boolean =>
  presence === 'required' && isStale(call);

/** Whether the answer has payments that the session may not read without a code. */
export const reachesTooFar = (
  { presence }: EndpointSpec,
  call: Asking & { readonly now: Date },
  output: unknown,
): boolean =>
  typeof presence === 'object' &&
  isStale(call) &&
  presence.timesIn(output).some((time) => Date.parse(time) < call.now.getTime() - recentMs);

/** Refuses an automatic call that would have to ask for a code. */
export function refuseBackground({ headers, code }: RequestContext): void {
  if (code === undefined && headers['x-background'] === '1') throw new Problem('presence_needed');
}

/** Overrides what the code of a call is bound to: a read only confirms that the person is there, so all reads of a session share one challenge. */
export const sharedQuestion = ({ method }: EndpointSpec, actor: Actor) =>
  method === 'GET' && actor.kind === 'client' && actor.isStale
    ? { endpointId: 'presence', hash: 'presence' }
    : undefined;
