/**
 * Statements that take longer than `SLOW_STATEMENT_MS`, from sending to answer: counted, and logged by a fingerprint and the beginning of their text.
 * The text has no values: those are parameters, and what a text may quote is replaced.
 */
import { createHash } from 'node:crypto';
import type { Context } from '@opentelemetry/api';
import type { Log } from '../log.ts';
import { observeSlowStatement } from '../metrics.ts';
import { addStatementSpan } from './tracing.ts';

export interface SlowStatements {
  readonly log: Log | undefined;
  /** In milliseconds; 0: none is slow. */
  readonly limitMs: number;
}

const shownLength = 160;

/** Called with each statement that has been answered or has failed. */
export type Timed = (
  text: string,
  startedAtMs: number,
  more?: { readonly error?: unknown; readonly parent?: Context | undefined },
) => void;

const verbOf = (text: string): string => /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement';

export function watchStatements({ log, limitMs }: SlowStatements): Timed {
  return (text, startedAtMs, { parent } = {}) => {
    const durationMs = performance.now() - startedAtMs;
    const isSlow = limitMs > 0 && durationMs >= limitMs;
    addStatementSpan(
      { fingerprint: () => fingerprintOf(text), verb: verbOf(text), durationMs },
      isSlow,
      parent,
    );
    if (!isSlow) return;
    observeSlowStatement();
    log?.warn(
      {
        fingerprint: fingerprintOf(text),
        statement: withoutValues(text).slice(0, shownLength),
        durationMs: Math.round(durationMs),
      },
      'a statement was slow',
    );
  };
}

/** The same for texts that differ in values and spaces only. */
export const fingerprintOf = (text: string): string =>
  createHash('sha256').update(withoutValues(text)).digest('hex').slice(0, 12);

const withoutValues = (text: string): string =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/(?<![\w$])\d+(?:\.\d+)?/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();
