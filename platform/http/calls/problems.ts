/**
 * Converts an error to its response: RFC 9457 `application/problem+json` in the caller's language.
 *
 * A `Problem` is answered as the contract's table says. Other errors are mapped to that table first: refusals of the framework, failures
 * of the database (503, with the seconds until a retry), and input that the database rejected. The rest are defects: 500 and a line in
 * the log, never a stack in the response.
 *
 * If a connection is lost during a commit, the outcome is unknown. The response is 503, never an acknowledgement; the same
 * Idempotency-Key gives the caller the result.
 */
import {
  type EndpointSpec,
  type ProblemBody,
  type ProblemCode,
  problems,
  toWirePath,
} from '@calmly/contract';
import { isUnavailable, sqlStateOf } from '../../database.ts';
import { Problem } from '../../problem.ts';
import type { Locale } from '../../work.ts';
import type { Answer } from '../answer.ts';
import { fieldMessage, problemMessage } from './messages.ts';

/** SQLSTATEs of values that passed the schema but that a column refused. */
const badValueStates = new Set(['22001', '22003', '22007', '22008', '22021', '22P02', '22P05']);
/** SQLSTATEs that mean "busy": locks, cancelled statements, too many connections, out of memory or disk. */
const busyStates = new Set(['55P03', '57014', '25P03', '40001', '40P01', '53100', '53200', '53300']);

const frameworkCodes: Readonly<Record<number, ProblemCode>> = {
  400: 'invalid_request',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  414: 'too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  431: 'too_large',
  503: 'unavailable',
};

/** Maps an error to a problem. `internal` is a defect that the caller has to log. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const state = sqlStateOf(error);
  if (state !== undefined && badValueStates.has(state))
    return new Problem('invalid_request', { cause: error });
  if (state !== undefined && busyStates.has(state))
    return new Problem('overloaded', { retryAfterSeconds: 1, cause: error });
  if (isUnavailable(error)) return new Problem('unavailable', { retryAfterSeconds: 2, cause: error });
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  const code = typeof status === 'number' ? frameworkCodes[status] : undefined;
  if (code === 'unavailable') return new Problem(code, { retryAfterSeconds: 2, cause: error });
  return new Problem(code ?? 'internal', { cause: error });
}

export interface ProblemContext {
  readonly locale: Locale;
  readonly requestId?: string;
  /** The endpoint whose body gives the field names. */
  readonly endpoint?: EndpointSpec | undefined;
}

/** The RFC 9457 body with its headers: `Retry-After` in whole seconds, at least one, and `WWW-Authenticate` with every 401. */
export function problemAnswer(problem: Problem, context: ProblemContext): Answer & { readonly body: string } {
  const body = problemBody(problem, context);
  const { status } = body;
  return {
    status,
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/problem+json',
      ...(problem.retryAfterSeconds === undefined
        ? {}
        : { 'retry-after': String(Math.max(1, Math.ceil(problem.retryAfterSeconds))) }),
      ...(status === 401 ? { 'www-authenticate': authenticateWith(problem.code) } : {}),
    },
  };
}

/** The problem's body; a dry-run call returns it inside its own answer. */
export function problemBody(problem: Problem, context: ProblemContext): ProblemBody {
  return {
    type: `urn:calmly:problem:${problem.code}`,
    title: titleOf(problem.code),
    status: problems[problem.code].status,
    code: problem.code,
    detail: detailOf(problem, context),
    ...(context.requestId === undefined ? {} : { requestId: context.requestId }),
    ...(problem.until === undefined ? {} : { until: problem.until.toISOString() }),
    ...(problem.link === undefined ? {} : { link: problem.link }),
  };
}

/** The problem as one or more sentences, including the problem of each marked field. For answers that contain a problem as text. */
export function problemSentence(problem: Problem, locale: Locale): string {
  const detail = detailOf(problem, { locale });
  return typeof detail === 'string' ? detail : detail.map(({ message }) => message).join(' ');
}

/** The scheme to authenticate with (RFC 9110, 11.6.1), or that the proof was invalid (RFC 9449, 7.1), so that the caller can make a better one. */
const authenticateWith = (code: ProblemCode) =>
  code === 'proof_refused' ? 'DPoP error="invalid_dpop_proof", algs="ES256"' : 'Bearer';

function detailOf(
  problem: Problem,
  { locale, endpoint }: ProblemContext,
): string | Array<{ field: string; message: string }> {
  if (problem.fields.length === 0) return problemMessage(problem.code, problem.params, locale);
  return problem.fields.map(({ field, code, params }) => ({
    field: toWirePath(endpoint?.body, field),
    message: fieldMessage(code, params ?? {}, locale),
  }));
}

/** `insufficient_funds` → `Insufficient funds`: the same in every language, as RFC 9457 requires. */
function titleOf(code: ProblemCode): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
