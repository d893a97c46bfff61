/**
 * Some tests run in two sizes: short in `npm test`, full in `npm run test:all`. Both run the same code. Results are recorded for the table that
 * a run prints.
 */
import { appendFileSync } from 'node:fs';

/** Whether this run is a full one. */
export const isFull = process.env.CALMLY_CAMPAIGN === 'full';

/** The size of a test: how many cases, rounds or milliseconds. */
export const sized = (short: number, full: number): number => (isFull ? full : short);

export type Finding = Measured & Control;

/** The broken variant that the same test caught: in this run, or by hand when the test was written. */
type Control = { readonly control: string } | { readonly controlByHand: string };

interface Measured {
  /** Its row in docs/reliability.md, such as `B5`. */
  readonly id: string;
  /** The attempt, in a few words. */
  readonly what: string;
  /** The result, with figures: `2,000 connections, p99 41 ms`. */
  readonly figure: string;
}

/** Adds a row to the table of this run. Call it after the assertions. */
export function record({ id, what, figure, ...of }: Finding): void {
  const file = process.env.CALMLY_FINDINGS;
  const control = 'control' in of ? of.control : `tried by hand: ${of.controlByHand}`;
  if (file) appendFileSync(file, `${JSON.stringify({ id, what, figure, control })}\n`);
}
