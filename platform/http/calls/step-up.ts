/**
 * StepUp: "confirm this with a code first". Thrown by a handler that needs a two-factor code and has none.
 *
 * The edge rolls back the handler's transaction, runs `challenge` in a separate transaction (it stores the challenge and sends the code)
 * and answers 203 with the result. A 203 is never an idempotent result and never cached. Source: server page section 3; portal
 * specification section 4.
 */
import type { Work } from '../../work.ts';

export class StepUp extends Error {
  /** Creates the challenge in the open transaction of `work`; returns the body of the 203. */
  readonly challenge: (work: Work) => Promise<unknown>;

  constructor(challenge: (work: Work) => Promise<unknown>) {
    super('a two-factor code is needed');
    this.name = 'StepUp';
    this.challenge = challenge;
  }
}
