/**
 * One HTTP request over the network, retried while that is safe: reads, and writes with an Idempotency-Key, if there was no response or the server or
 * a proxy was busy (502, 503, 504). Three more attempts at growing intervals. Only `overloaded` guarantees that nothing was done.
 * With a key, each attempt carries its own proof (RFC 9449). A refused proof is retried once with the server's clock: nothing was done, so that is
 * safe for every call.
 */
import { ApiProblem } from '../problems/api-problem.ts';
import type { ClientOptions, Turn } from './client-options.ts';

export interface TransportRequest {
  method: string;
  /** Under `/api`, with its query. */
  path: string;
  /** JSON, or a raw file. */
  body: string | Blob | undefined;
  key: string | undefined;
  code: string | undefined;
  /** Made by the page itself, so not a person's activity. */
  background: boolean;
  authorization: string | undefined;
  signal: AbortSignal | undefined;
  fetch: typeof fetch | undefined;
  timeoutMs: number | undefined;
  turn: Turn;
  mayRepeat: boolean;
  attempts: Attempts;
}

/** State of all attempts of one call, including those with a code or a new token. */
export interface Attempts {
  /** At least one attempt may have been carried out: it got no answer, or an answer that does not rule it out. */
  isAnyUncertain: boolean;
}

export type Transport = (request: TransportRequest) => Promise<Response>;

const pausesMs = [300, 900, 2700];
const busyStatuses = new Set([502, 503, 504]);
const defaultTimeoutMs = 20_000;

/** Sends requests with the client's token and language. Rejects with `network`, `outcome_unknown` or `aborted`. */
export function createTransport(options: ClientOptions): Transport {
  const send = async (request: TransportRequest) => {
    const token = request.authorization === undefined ? options.getToken() : undefined;
    const address = `${options.baseUrl}/api${request.path}`;
    const url = address.split('?')[0] ?? '';
    const proof = await options.proofs?.prove({ method: request.method, url, token });
    const response = await (request.fetch ?? options.fetch ?? fetch)(
      address,
      requestInit(request, options, token, proof),
    );
    return { response, isProofRefused: proof !== undefined && refusesProof(response) };
  };
  const sendProved = async (request: TransportRequest) => {
    const { response, isProofRefused } = await send(request);
    const serverTime = new Date(response.headers.get('date') ?? '');
    if (!isProofRefused || Number.isNaN(serverTime.getTime())) return response;
    options.proofs?.setClock(serverTime);
    return (await send(request)).response;
  };
  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      const pause = request.mayRepeat ? pausesMs[attempt] : undefined;
      try {
        const attempt = () => sendProved(request);
        const response = await (options.inTurn?.(attempt, request.turn) ?? attempt());
        if (!busyStatuses.has(response.status)) return response;
        if (!(await isOverloaded(response))) request.attempts.isAnyUncertain = true;
        if (pause === undefined) return response;
        await wait(retryAfterMs(response) ?? pause, request.signal);
      } catch (cause) {
        if (cause instanceof ApiProblem) throw cause;
        if (request.signal?.aborted) throw new ApiProblem('aborted', { cause });
        request.attempts.isAnyUncertain = true;
        if (pause === undefined)
          throw new ApiProblem(request.key === undefined ? 'network' : 'outcome_unknown', { cause });
        await wait(pause, request.signal);
      }
    }
  };
}

function requestInit(
  request: TransportRequest,
  options: ClientOptions,
  token: string | undefined,
  proof: string | undefined,
): RequestInit {
  const authorization = request.authorization ?? (token && `${proof ? 'DPoP' : 'Bearer'} ${token}`);
  const timeout = AbortSignal.timeout(request.timeoutMs ?? options.timeoutMs ?? defaultTimeoutMs);
  return {
    method: request.method,
    headers: {
      'Accept-Language': options.locale?.() ?? 'en',
      ...(authorization && { Authorization: authorization }),
      ...(proof && { DPoP: proof }),
      ...(request.body !== undefined && {
        'Content-Type': typeof request.body === 'string' ? 'application/json' : 'application/octet-stream',
      }),
      ...(request.key && { 'Idempotency-Key': request.key }),
      ...(request.code && { 'X-TFA-CODE': request.code }),
      ...(request.background && { 'X-Background': '1' }),
    },
    ...(request.body !== undefined && { body: request.body }),
    signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
  };
}

/** RFC 9449, 7.1. */
const refusesProof = (response: Response) =>
  response.status === 401 && (response.headers.get('www-authenticate') ?? '').includes('invalid_dpop_proof');

/** The server turned the request away before doing anything. Any other 503 may follow a commit whose outcome is unknown. */
const isOverloaded = (response: Response): Promise<boolean> =>
  response
    .clone()
    .json()
    .then(
      (answer: { code?: unknown } | null) => answer?.code === 'overloaded',
      () => false,
    );

/** The server's Retry-After, if it is short. */
function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 && seconds <= 5 ? seconds * 1000 : undefined;
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new ApiProblem('aborted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
