/**
 * A circuit breaker: when an external service keeps failing to answer, calls are refused at once for a while instead of making every
 * client wait for the same timeout. After the pause one call tries; if it succeeds, all go through again.
 */

export interface CircuitOptions {
  /** Failures in a row that open the circuit. */
  readonly failures: number;
  readonly pauseMs: number;
  /** A clock that never steps back, in milliseconds. */
  readonly clock: () => number;
}

/** Says that the outside was not asked. */
export class CircuitOpen extends Error {}

/** Wraps calls to one partner. */
export function createCircuit({ failures, pauseMs, clock }: CircuitOptions) {
  let inARow = 0;
  let openUntilMs = 0;
  return async function through<Result>(call: () => Promise<Result>): Promise<Result> {
    if (inARow >= failures) {
      if (clock() < openUntilMs) throw new CircuitOpen('the partner has not answered lately');
      openUntilMs = clock() + pauseMs;
    }
    try {
      const result = await call();
      inARow = 0;
      return result;
    } catch (error) {
      inARow += 1;
      openUntilMs = clock() + pauseMs;
      throw error;
    }
  };
}
