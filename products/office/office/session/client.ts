/**
 * The office's client: `call(listQueues)`, `call(getProposal, { params: { id } })`. The session is a cookie that no script can read. A read, or a
 * write with an idempotency key, is tried again after a lost answer; the key stays the same. If the call needs a newer code, the person gives one and the
 * call is repeated.
 */
import { ApiProblem, newIdempotencyKey, problemFrom } from '@calmly/contract';
import type { StaffEndpoint } from '@calmly/contract/staff';
import { currentLocale } from '@calmly/texts/index.tsx';
import { askForFactor } from './factor.ts';
import { noteActivity, noteClock, sessionOver } from './state.ts';

type In<Schema> = Schema extends { readonly _zod: { readonly input: infer Input } } ? Input : undefined;
type Out<Schema> = Schema extends { readonly _zod: { readonly output: infer Output } } ? Output : undefined;

export interface CallInput<E extends StaffEndpoint> {
  params?: In<E['params']>;
  query?: In<E['query']>;
  body?: In<E['body']>;
  /** Of one intent: the same until it is known what came of it. */
  key?: string;
  signal?: AbortSignal;
  /** Made by the page itself: it keeps no session alive. */
  background?: boolean;
}

const pausesMs = [300, 1_500];
const busyStatuses = new Set([502, 503, 504]);
const timeoutMs = 30_000;

/** Rejects with an `ApiProblem`, also if the person does not give the code that the call needs. */
export async function call<E extends StaffEndpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<Out<E['response']>> {
  const response = await answerTo(endpoint, input);
  if (!endpoint.response) return undefined as Out<E['response']>;
  const answer = endpoint.response.safeParse(await bodyOf(response));
  if (!answer.success) throw new ApiProblem('unreadable', { status: response.status, cause: answer.error });
  return answer.data as Out<E['response']>;
}

/** The bytes of a file. */
export async function download<E extends StaffEndpoint>(endpoint: E, input: CallInput<E>): Promise<Blob> {
  return (await answerTo(endpoint, input)).blob();
}

async function answerTo(endpoint: StaffEndpoint, input: CallInput<StaffEndpoint>): Promise<Response> {
  const key = input.key ?? (endpoint.idempotent && newIdempotencyKey());
  const init: RequestInit = {
    method: endpoint.method,
    headers: {
      'Accept-Language': currentLocale(),
      ...(input.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(key && { 'Idempotency-Key': key }),
      ...(input.background && { 'X-Background': '1' }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  };
  const address = `/office/api${addressOf(endpoint.path, input.params, input.query)}`;
  const mayRepeat = endpoint.method === 'GET' || Boolean(key);
  for (;;) {
    const response = await send(address, init, input.signal, mayRepeat);
    noteClock(response.headers.get('date'));
    if (response.ok) {
      if (endpoint.access !== 'public' && !input.background) noteActivity();
      return response;
    }
    const problem = problemFrom(
      response.status,
      await bodyOf(response).catch(() => undefined),
      endpoint.body,
    );
    if (problem.code === 'staff_factor_needed') await askForFactor();
    else {
      // A wrong code or password is a 401 too, and ends nothing.
      const isOver = problem.status === 401 && problem.code !== 'staff_sign_in_failed';
      if (isOver && endpoint.access !== 'public') sessionOver('ended');
      throw problem;
    }
  }
}

async function send(
  address: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
  mayRepeat: boolean,
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const pause = mayRepeat ? pausesMs[attempt] : undefined;
    try {
      const timeout = AbortSignal.timeout(timeoutMs);
      const response = await fetch(address, {
        ...init,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (pause === undefined || !busyStatuses.has(response.status)) return response;
    } catch (cause) {
      if (signal?.aborted) throw new ApiProblem('aborted', { cause });
      if (pause === undefined)
        throw new ApiProblem(init.method === 'GET' ? 'network' : 'outcome_unknown', { cause });
    }
    await new Promise((done) => setTimeout(done, pause));
  }
}

function bodyOf(response: Response): Promise<unknown> {
  return response.json().catch((cause: unknown) => {
    throw new ApiProblem('unreadable', { status: response.status, cause });
  });
}

function addressOf(path: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, string>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}
