/**
 * Presence: an idle session has to confirm that its person is there before a call that the endpoint's `presence` protects. The confirmation unlocks
 * the session, not a single call: simultaneous reads share one challenge.
 * Automatic calls of the page (`X-Background`) get no challenge; otherwise an open tab would send codes.
 * Errors: `presence_needed` (403) for such a call.
 */
import type { EndpointSpec } from '@calmly/contract';
import { Problem } from '../../problem.ts';
import type { Actor, RequestContext, Work } from '../../work.ts';

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
