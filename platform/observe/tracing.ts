/**
 * Traces by OpenTelemetry, from an HTTP call to its group, its slow statements, its jobs and the calls of providers. Only the API is here, which does nothing
 * unless the operator loads an SDK before the server starts (`NODE_OPTIONS=--import …`). Attributes are our own ids, names of code and counts: never a
 * name, an amount or an account.
 *
 * The parent is taken from the caller's `traceparent` (W3C Trace Context), if it has the right form. Providers get ours; nodes of chains and clients' own
 * servers do not.
 */
import { createHash } from 'node:crypto';
import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import type { Log } from '../log.ts';
import { observeSlowStatement } from '../metrics.ts';

/** Which statements get spans. */
export type TracedStatements = 'slow' | 'all';

const tracer = trace.getTracer('calmly');
let isOn = false;
let statements: TracedStatements = 'slow';

/** Looks whether there is an SDK; called before the first span. */
export function startTracing(traced: TracedStatements = 'slow'): void {
  statements = traced;
  // Without an SDK, a span has no id. It is never ended, so no one sees it.
  isOn = isSpanContextValid(tracer.startSpan('start', {}, ROOT_CONTEXT).spanContext());
}

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** Default: what is under way. */
  readonly parent?: Context;
  readonly links?: Link[];
}

/** Runs work in a span, which a throw marks as failed. The error's text is not recorded: it may quote a value. */
export async function inSpan<Result>(
  name: string,
  options: SpanOptions,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!isOn) return run();
  const parent = options.parent ?? context.active();
  const span = tracer.startSpan(name, options, parent);
  try {
    return await context.with(trace.setSpan(parent, span), run);
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

function fail(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', code ?? (error instanceof Error ? error.name : 'unknown'));
}

/** The context of what is under way, to continue it elsewhere; undefined without an SDK. */
export const currentTrace = (): Context | undefined => (isOn ? context.active() : undefined);

/** A group that several callers share continues the trace of the first, and is linked with the others. */
export function inGroupSpan<Result>(
  group: string,
  callers: ReadonlyArray<Context | undefined>,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!isOn) return run();
  const [parent = ROOT_CONTEXT, ...others] = callers.filter((caller) => caller !== undefined);
  const links = others.flatMap((other) => {
    const span = trace.getSpanContext(other);
    return span ? [{ context: span }] : [];
  });
  const attributes = { 'calmly.group': group, 'calmly.group.size': callers.length };
  return inSpan(`group ${group}`, { parent, links, attributes }, run);
}

/** What a job carries, and a call to a provider: the `traceparent` of what is under way, if it is recorded. */
export function traceparent(): string | undefined {
  if (!isOn) return undefined;
  const span = trace.getSpanContext(context.active());
  if (!span || (span.traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
  return `00-${span.traceId}-${span.spanId}-01`;
}

const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The context that a `traceparent` names; the root if it has not the right form. */
export function contextOf(text: string | undefined): Context {
  const [, traceId, spanId, flags = '00'] = form.exec(text ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** A span of its own for an HTTP call, from its headers to its answer. */
export interface CallSpan {
  /** Runs a part of the call in it. */
  within<Result>(run: () => Result): Result;
  end(status: number): void;
}

const noSpan: CallSpan = { within: (run) => run(), end: () => undefined };

export function startCallSpan(call: {
  readonly method: string;
  readonly route: string;
  readonly requestId: string;
  readonly traceparent: string | string[] | undefined;
}): CallSpan {
  if (!isOn) return noSpan;
  const { method, route, requestId } = call;
  const parent = contextOf(typeof call.traceparent === 'string' ? call.traceparent : undefined);
  const attributes = { 'http.request.method': method, 'http.route': route, 'calmly.request_id': requestId };
  const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
  const own = trace.setSpan(parent, span);
  return {
    within: (run) => context.with(own, run),
    end(status) {
      span.setAttribute('http.response.status_code', status);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** The span of a statement that has ended, unless only slow ones are wanted. */
export function addStatementSpan(
  statement: { readonly fingerprint: () => string; readonly verb: string; readonly durationMs: number },
  isSlow: boolean,
  parent: Context | undefined,
): void {
  if (!isOn || (!isSlow && statements === 'slow')) return;
  const endedAt = Date.now();
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': statement.verb,
    'calmly.statement': statement.fingerprint(),
  };
  const startTime = endedAt - statement.durationMs;
  tracer
    .startSpan(`sql ${statement.verb}`, { kind: SpanKind.CLIENT, startTime, attributes }, parent)
    .end(endedAt);
}

/** A call of a provider: its span, and the headers that continue the trace there if it may know of it. */
export function callingProvider<Result>(
  provider: string,
  mayKnow: boolean,
  run: (headers: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  return inSpan(
    `provider ${provider}`,
    { kind: SpanKind.CLIENT, attributes: { 'calmly.provider': provider } },
    () => {
      const ours = mayKnow ? traceparent() : undefined;
      return run(ours === undefined ? {} : { traceparent: ours });
    },
  );
}

/*
 * Statements that take longer than `SLOW_STATEMENT_MS`, from sending to answer: counted, and logged by a fingerprint and the beginning of their text.
 * The text has no values: those are parameters, and what a text may quote is replaced.
 */

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
