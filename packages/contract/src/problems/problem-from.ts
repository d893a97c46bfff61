/** Reads the server's problem from a refused response: all three kinds of `detail` (specification section 8). */

import { type ProblemBody, zProblem } from '@calmly/contract-kit/problem-body.ts';
import { toOurPath } from '@calmly/contract-kit/wire.ts';
import type { z } from 'zod';
import { ApiProblem } from './api-problem.ts';
import type { ProblemCode } from './problems.ts';

/** A refusal that is no whole problem (another server's, an older version's): only its `detail` is read. */
const zDetailOnly = zProblem.pick({ detail: true, code: true }).partial({ code: true });

/** The problem a refused answer tells. `body` is the schema of what was sent: it gives the fields our names. */
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

/** What an error answer without a readable `detail` means. */
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
