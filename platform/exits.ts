/**
 * The one gate of money: a call says in the contract what it may do to money (`money`), and the ledger asks here before it holds or moves
 * any. A call by which money may leave the client must have asked the rules of every exit first; one that says nothing cannot touch money.
 * Both are faults of the program, so they end the call with 500 and fail every test that makes it (reliability X1).
 *
 * What runs later, jobs and standing orders, has no call; it goes through the same functions as the call that ordered it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { EndpointSpec } from '@calmly/contract';

/** The rules that every exit of money asks, whatever it is paid with. */
export const exitRules = ['approvals', 'cooling_off'] as const;
export type ExitRule = (typeof exitRules)[number];

interface CallInHand {
  readonly endpoint: Pick<EndpointSpec, 'id' | 'money'>;
  readonly asked: Set<ExitRule>;
}

const calls = new AsyncLocalStorage<CallInHand>();

/** Runs a call, or a batch of one endpoint's calls, that has asked nothing yet. */
export const inCall = <Result>(endpoint: CallInHand['endpoint'], run: () => Result): Result =>
  calls.run({ endpoint, asked: new Set() }, run);

/** Said by a rule when it is asked. */
export function ruleAsked(rule: ExitRule): void {
  calls.getStore()?.asked.add(rule);
}

/** Throws in a call that does not say that it touches money, or whose money leaves without having been judged. */
export function requireJudged(): void {
  const call = calls.getStore();
  if (!call) return;
  const { money, id } = call.endpoint;
  if (money === undefined)
    throw new Error(`${id} touches money, and the contract does not say so (EndpointSpec.money)`);
  const missing = exitRules.filter((rule) => !call.asked.has(rule));
  if (money === 'leaves' && missing.length > 0)
    throw new Error(`${id} lets money leave without asking: ${missing.join(', ')}`);
}
