/**
 * The single gate for money. A call declares in the contract what it may do to money (`money`), and the ledger asks here before it holds or moves
 * any. A call by which money may leave the client must first have checked all exit rules; a call that declares nothing cannot touch money. Violations
 * are programming errors, so they end the call with 500 and fail every test that makes it (reliability X1).
 * Later work, such as jobs and standing orders, has no call; it uses the same functions as the call that ordered it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { EndpointSpec } from '@calmly/contract';

/** The rules checked on every exit of money, whatever the means of payment. */
export const exitRules = ['approvals', 'cooling_off'] as const;
export type ExitRule = (typeof exitRules)[number];

interface CallInHand {
  readonly endpoint: Pick<EndpointSpec, 'id' | 'money'>;
  readonly asked: Set<ExitRule>;
}

const calls = new AsyncLocalStorage<CallInHand>();

/** Runs a call, or a batch of one endpoint's calls, with no rules checked yet. */
export const inCall = <Result>(endpoint: CallInHand['endpoint'], run: () => Result): Result =>
  calls.run({ endpoint, asked: new Set() }, run);

/** Records that a rule was checked. */
export function ruleAsked(rule: ExitRule): void {
  calls.getStore()?.asked.add(rule);
}

/** Throws in a call that does not declare an effect on money, or whose money leaves without all rules checked. */
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
