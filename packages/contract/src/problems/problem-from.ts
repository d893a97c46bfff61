/** Reads the server's problem from a refused response: all three kinds of `detail` (specification section 8). */

import { type ProblemBody, zProblem } from '@calmly/contract-kit/problem-body.ts';
import { toOurPath } from '@calmly/contract-kit/wire.ts';
import type { z } from 'zod';
import { ApiProblem } from './api-problem.ts';
import type { ProblemCode } from './problems.ts';

/** A refusal that is not a complete problem (from another server or an older version): only its `detail` is read. */
const zDetailOnly = zProblem.pick({ detail: true, code: true }).partial({ code: true });

/** The problem in a refused answer. `body` is the schema of the request body and maps the fields to our names. */
export function problemFrom(status: number, answer: unknown, body: z.ZodType | undefined): ApiProblem {
  const whole = zProblem.safeParse(answer);
  if (whole.success) {
    const { code, detail, requestId, title, until, link } = whole.data;
    return new ApiProblem(code as ProblemCode, {
      status,
      message: messageOf(detail) || title,
      fields: fieldsOf(detail, body),
      requestId,
      until,
      link,
    });
  }
  const { data } = zDetailOnly.safeParse(answer);
  const message = data && messageOf(data.detail);
  if (!data || !message) return withoutDetail(status, whole.error);
  const code = (data.code as ProblemCode | undefined) ?? 'refused';
  return new ApiProblem(code, { status, message, fields: fieldsOf(data.detail, body) });
}

/** The problem for an error answer without a readable `detail`. */
export const withoutDetail = (status: number, cause: unknown): ApiProblem =>
  new ApiProblem(status >= 500 ? 'unreachable' : 'unreadable', { status, cause });

/** `detail` as text: itself, its `error`, or lines 'field message'. */
function messageOf(detail: ProblemBody['detail']): string {
  if (typeof detail === 'string') return detail;
  if ('error' in detail) return detail.error;
  return detail.map(({ field, message }) => `${field} ${message}`).join('\n');
}

function fieldsOf(detail: ProblemBody['detail'], body: z.ZodType | undefined): Record<string, string> {
  if (!Array.isArray(detail)) return {};
  return Object.fromEntries(detail.map(({ field, message }) => [toOurPath(body, field), message]));
}
