/**
 * The typed client: `call(endpoint, {params, query, body}, options)` sends one HTTP request and returns the decoded resource in our
 * names, or rejects with an `ApiProblem`. It does not use the DOM: the portal, the end-to-end tests and the benchmarks use it.
 *
 * - 203: asks `onChallenge` for the code and repeats the same HTTP request (same body, same Idempotency-Key) with `X-TFA-CODE`. After a
 *   wrong code it asks again with the refusal; an expired one fetches a new challenge first.
 * - 203 of a read in an idle session: simultaneous reads share one challenge; cancelling it ends them all. An automatic read
 *   (`presence_needed`) waits until the person is back.
 * - 202 of a call that a policy may hold back: returns `SentForApproval`; nothing has changed yet.
 * - 401 without a code: `refresh` once, then `onUnauthorised`.
 * - No response, or "busy": reads and keyed writes are retried with the same key, a limited number of times. If the outcome is still
 *   unknown, the error is `outcome_unknown`; a caller that tries again passes the same `idempotencyKey`. `isAfterUncertain` of a problem
 *   says that an earlier attempt may have been carried out.
 *
 * Source: specification sections 4 (two-factor) and 8 (errors); server page section 2.
 */

import type { EndpointOutput, EndpointSpec } from '@calmly/contract-kit/endpoint.ts';
import {
  type SentForApproval,
  zSentForApproval,
} from '@calmly/products/approvals/contract/sent-for-approval.ts';
import { type Challenge, zChallenge } from '@calmly/products/identity/contract/identity.ts';
import type { z } from 'zod';
import { ApiProblem } from '../problems/api-problem.ts';
import { problemFrom, withoutDetail } from '../problems/problem-from.ts';
import type { CallOptions, ClientOptions } from './client-options.ts';
import { canceled, createPresenceQuestion } from './client-presence.ts';
import { type LooseInput, prepare, type Send } from './client-request.ts';
import { type Attempts, createTransport } from './client-transport.ts';

export type { CallOptions, ClientOptions, ProofMaker, ProvenCall, Turn } from './client-options.ts';
export { newIdempotencyKey } from './client-request.ts';

type Part<T, Kind extends 'input' | 'output'> = T extends z.ZodType
  ? Kind extends 'input'
    ? z.input<T>
    : z.output<T>
  : undefined;

type Named<Name extends string, T> = T extends undefined
  ? { [K in Name]?: undefined }
  : Partial<T> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

/** The input of a call: `params` and `body` in our names, `query` as written in a URL. */
export type CallInput<E extends EndpointSpec> = Named<'params', Part<E['params'], 'output'>> &
  Named<'query', Part<E['query'], 'input'>> &
  Named<'body', Part<E['body'], 'output'>>;

export interface DownloadedFile {
  readonly content: Blob;
  readonly fileName: string;
}

/** The result of a call: its resource or, where a policy may hold it back, notice that it waits for approval. */
export type CallOutput<E extends EndpointSpec> =
  | EndpointOutput<E>
  | (E extends { readonly approval: true } ? SentForApproval : never);

export interface ApiClient {
  call<E extends EndpointSpec>(
    endpoint: E,
    input: CallInput<E>,
    options?: CallOptions,
  ): Promise<CallOutput<E>>;
  /** For endpoints with `download`. */
  download<E extends EndpointSpec>(
    endpoint: E,
    input: CallInput<E>,
    options?: CallOptions,
  ): Promise<DownloadedFile>;
}

/** All calls of a client share one presence challenge. A background call never asks for a code and never ends the session. */
export function createClient(options: ClientOptions): ApiClient {
  const transport = createTransport(options);
  const presence = createPresenceQuestion();

  async function request(endpoint: EndpointSpec, input: LooseInput, call: CallOptions): Promise<Response> {
    const attempts: Attempts = { isAnyUncertain: false };
    try {
      return await answered(endpoint, input, call, attempts);
    } catch (error) {
      if (error instanceof ApiProblem) error.isAfterUncertain = attempts.isAnyUncertain;
      throw error;
    }
  }

  async function answered(
    endpoint: EndpointSpec,
    input: LooseInput,
    call: CallOptions,
    attempts: Attempts,
  ): Promise<Response> {
    const send = withSession(prepare(transport, endpoint, input, call, options, attempts), endpoint, call);
    let response = await send();
    if (response.status === 203)
      response = await (endpoint.method === 'GET'
        ? presence.answered(send, () => withCode(response, send, endpoint, call), call.signal)
        : withCode(response, send, endpoint, call));
    if (response.ok) return response;
    const problem = await json(response).then(
      (answer) => problemFrom(response.status, answer, endpoint.body),
      (error: ApiProblem) => error,
    );
    if (problem.code === 'presence_needed' && !call.background && options.personReturns) {
      await presence.personBack(options.personReturns, call.signal);
      return answered(endpoint, input, call, attempts);
    }
    // The answer did not come from the bank, so a keyed write may already have been done.
    if (problem.code !== 'unreachable' || !endpoint.idempotent) throw problem;
    throw new ApiProblem('outcome_unknown', { status: response.status, cause: problem });
  }

  /** Handles a 401 about the token rather than about a code: one new token and one more attempt, then the session is over. */
  function withSession(send: Send, endpoint: EndpointSpec, call: CallOptions): Send {
    if (endpoint.access === 'public' || call.authorization !== undefined) return send;
    return async (code) => {
      await options.renew?.();
      let response = await send(code);
      if (!(await refusesToken(response, code))) return response;
      if (await options.refresh?.()) response = await send(code);
      if (!call.background && (await refusesToken(response, code))) options.onUnauthorised?.();
      return response;
    };
  }

  /** Repeats the request with the person's code until it is accepted, cancelled or refused for another reason. */
  async function withCode(
    first: Response,
    send: Send,
    endpoint: EndpointSpec,
    call: CallOptions,
  ): Promise<Response> {
    const { onChallenge } = options;
    if (!onChallenge || call.background) throw canceled();
    let challenge = await challengeOf(first);
    let refusal: ApiProblem | undefined;
    await options.onChallengeStart?.();
    try {
      for (;;) {
        const response = await send(await onChallenge(challenge, refusal));
        if (response.status === 203) {
          // The old challenge is gone (expired, or the content it confirmed has changed), and a new one has been sent.
          challenge = await challengeOf(response);
          refusal = undefined;
          continue;
        }
        if (response.status !== 401) return response;
        refusal = problemFrom(response.status, await json(response), endpoint.body);
        if (refusal.code === 'code_wrong' || refusal.code === 'code_used') continue;
        const again = await send();
        if (again.status !== 203) return again;
        challenge = await challengeOf(again);
      }
    } finally {
      options.onChallengeEnd?.();
    }
  }

  return {
    async call(endpoint, input, call = {}) {
      const response = await request(endpoint, input, call);
      const schema = endpoint.approval && response.status === 202 ? zSentForApproval : endpoint.response;
      if (!schema) return undefined as CallOutput<typeof endpoint>;
      const decoded = schema.safeDecode((await json(response)) as never);
      if (!decoded.success)
        throw new ApiProblem('unreadable', { status: response.status, cause: decoded.error });
      return decoded.data as CallOutput<typeof endpoint>;
    },
    async download(endpoint, input, call = {}) {
      const response = await request(endpoint, input, call);
      return { content: await response.blob(), fileName: fileNameOf(response) ?? endpoint.id };
    },
  };
}

/** The Basic header of RFC 7617, in UTF-8. */
export function basicAuthorization(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** Without a code, every 401 is about the token; with one, the problem's code decides. */
async function refusesToken(response: Response, code: string | undefined): Promise<boolean> {
  if (response.status !== 401 || code === undefined) return response.status === 401;
  const refusal = problemFrom(401, await json(response.clone()), undefined);
  return refusal.code === 'session_expired' || refusal.code === 'unauthenticated';
}

async function challengeOf(response: Response): Promise<Challenge> {
  const parsed = zChallenge.safeParse(await json(response));
  if (!parsed.success) throw new ApiProblem('unreadable', { status: 203, cause: parsed.error });
  return parsed.data.detail;
}

async function json(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    // A proxy's page or a truncated answer.
    if (response.ok) throw new ApiProblem('outcome_unknown', { status: response.status, cause });
    throw withoutDetail(response.status, cause);
  }
}

function fileNameOf(response: Response): string | undefined {
  const header = response.headers.get('content-disposition') ?? '';
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return extended ? decodeURIComponent(extended) : /filename="([^"]+)"/i.exec(header)?.[1];
}
