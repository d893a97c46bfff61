/** One HTTP request of the client, prepared so that it can be sent again. */

import type { EndpointSpec } from '@calmly/contract-kit/endpoint.ts';
import { toOurPath } from '@calmly/contract-kit/wire.ts';
import type { z } from 'zod';
import { ApiProblem } from '../problems/api-problem.ts';
import { requestFieldProblems, requestProblems } from '../problems/request.ts';
import type { CallOptions, ClientOptions } from './client-options.ts';
import type { Attempts, Transport } from './client-transport.ts';

export type LooseInput = { params?: unknown; query?: unknown; body?: unknown };

export type Send = (code?: string) => Promise<Response>;

/** Fixes what must be identical in each attempt: address, bytes of the body, key. */
export function prepare(
  transport: Transport,
  endpoint: EndpointSpec,
  input: LooseInput,
  call: CallOptions,
  { locale, isPersonThere }: ClientOptions,
  attempts: Attempts,
): Send {
  const body = endpoint.body
    ? JSON.stringify(encodeBody(endpoint.body, input.body, locale?.() ?? 'en'))
    : call.file;
  const key = call.idempotencyKey ?? (endpoint.idempotent ? newIdempotencyKey() : undefined);
  const path = addressOf(endpoint.path, input.params, input.query);
  const background = call.background === true || isPersonThere?.() === false;
  return (code) =>
    transport({
      method: endpoint.method,
      path,
      body,
      key,
      code,
      background,
      authorization: call.authorization,
      signal: call.signal,
      fetch: call.fetch,
      timeoutMs: call.timeoutMs,
      turn: {
        needsSession: endpoint.access !== 'public' && call.authorization === undefined,
        last: call.last,
      },
      mayRepeat: endpoint.method === 'GET' || key !== undefined,
      attempts,
    });
}

/** A body that the schema refuses is never sent; the message comes from the contract, not from the library. */
function encodeBody(schema: z.ZodType, body: unknown, locale: 'en' | 'ru'): unknown {
  const encoded = schema.safeEncode(body);
  if (encoded.success) return encoded.data;
  const fields = encoded.error.issues.map(({ path }) => [
    toOurPath(schema, path.join('.')),
    requestFieldProblems.invalid[locale],
  ]);
  throw new ApiProblem('invalid_request', {
    message: requestProblems.invalid_request[locale],
    fields: Object.fromEntries(fields),
    cause: encoded.error,
  });
}

function addressOf(path: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, string>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>))
    if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** A random key for one intent. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
