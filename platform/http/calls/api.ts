/**
 * The API's routes: each registered endpoint becomes one route under `/api` with one gate and one handler. The order inside a call:
 * gate, input, hash, code, handler. The server's single error handler answers every failure. What a handler may know about the call
 * is gathered here too.
 */
import { Readable } from 'node:stream';
import type { EndpointSpec } from '@calmly/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../../ids.ts';
import type { Log } from '../../log.ts';
import { observeCall } from '../../metrics.ts';
import { badFields, Problem } from '../../problem.ts';
import type { Actor, ClientActor, Locale, RequestContext } from '../../work.ts';
import type { Answer } from '../answer.ts';
import type { Route } from '../router.ts';
import { apiHeaders, isSecure } from '../security.ts';
import { refuseLargeStream, streamLimits, takeUploadPlace, uploadLimits } from '../uploads/uploads.ts';
import { type ExecuteTools, executor, sharedQuestion } from './execute.ts';
import type { Gate } from './gate.ts';
import { canonicalJson, requestHash } from './idempotency.ts';
import { decodeInput } from './validation.ts';
import type { Call } from './write-once.ts';

export interface ApiOptions extends ExecuteTools {
  /** What every address begins with; `/api` unless given. */
  readonly prefix?: string;
  readonly log: Log;
  readonly gate: Gate;
  /**
   * Checks the code of a call that carries one, before its transaction: counts the attempt permanently, then compares. Returns the approved
   * challenge, undefined if none is open for this very HTTP request, and throws `code_wrong`.
   */
  readonly checkCode: (actor: ClientActor, request: RequestContext) => Promise<RequestContext['approval']>;
  /** Replaces a body with passwords by a keyed digest in what a code is bound to, because that is stored. */
  readonly digestSecret: (text: string) => string;
  readonly publicUrl: string | undefined;
  readonly sandbox: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The actor admitted by the gate. */
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    /** The endpoint of an API route: its body names fields, its id labels metrics. */
    endpoint?: EndpointSpec;
  }
}

/**
 * Registers every route, and for each known path its other methods as `method_not_allowed` with the header
 * `Allow`.
 */
export function addApi(server: FastifyInstance, routes: readonly Route[], options: ApiOptions): void {
  server.decorateRequest('actor', null);
  for (const route of routes) addRoute(server, route, options);
  refuseOtherMethods(server, routes, options);
}

function addRoute(server: FastifyInstance, route: Route, options: ApiOptions): void {
  const { endpoint } = route;
  const execute = executor(route, options);
  server.route({
    method: endpoint.method,
    url: urlOf(endpoint, options),
    config: { endpoint },
    ...(endpoint.upload && uploadLimits),
    ...(endpoint.stream !== undefined && streamLimits),
    onRequest: async (request, reply) => {
      request.actor = await within(request, () => options.gate(endpoint, request));
      if (endpoint.stream !== undefined) refuseLargeStream(request, endpoint.stream);
      if (endpoint.upload || endpoint.stream !== undefined) takeUploadPlace(request, reply);
    },
    handler: async (request, reply) => {
      const answer = await within(request, async () => {
        const { call, input } = await readCall(endpoint, request, options);
        return execute(call, input);
      });
      return sendAnswer(reply, answer);
    },
    onResponse: (_request, reply, done) => {
      observeCall(endpoint.id, reply.statusCode, reply.elapsedTime / 1000);
      done();
    },
  });
}

/** Runs a part of the call in its trace, which a body that arrives in pieces would lose. */
const within = <Result>({ span }: FastifyRequest, run: () => Result): Result =>
  span ? span.within(run) : run();

function principalOf(actor: Actor): string {
  if (actor.kind === 'staff') return actor.personId;
  if (actor.kind !== 'client') return '';
  return actor.application ? `${actor.personId} ${actor.application.id}` : actor.personId;
}

/** The call with its input decoded and its code checked. */
async function readCall(
  endpoint: EndpointSpec,
  request: FastifyRequest,
  options: ApiOptions,
): Promise<{ readonly call: Call; readonly input: unknown }> {
  const actor = request.actor ?? { kind: 'anonymous' };
  if (request.raw.url?.includes('%00')) throw new Problem('invalid_request');
  if (endpoint.stream !== undefined && !request.stream) throw new Problem('invalid_request');
  const raw = { params: request.params, query: request.query, body: request.body };
  const input = decodeInput(endpoint, raw);
  const context = requestContext(request, {
    endpointId: endpoint.id,
    hash: requestHash({
      ...raw,
      ...(endpoint.secretBody && { body: options.digestSecret(canonicalJson(request.body ?? null)) }),
      endpointId: endpoint.id,
      clientId: actor.kind === 'client' ? actor.clientId : '',
      principal: principalOf(actor),
    }),
    secure: isSecure(request.protocol, options.publicUrl),
    sandbox: options.sandbox,
    ...sharedQuestion(endpoint, actor),
  });
  const approval =
    context.code !== undefined && actor.kind === 'client'
      ? await options.checkCode(actor, context)
      : undefined;
  const call = {
    now: new Date(),
    actor,
    newId,
    log: options.log.child({ requestId: context.id, endpoint: endpoint.id }),
    request: approval === undefined ? context : { ...context, approval },
  };
  return { call, input };
}

/**
 * Sends an answer with the API's headers, a problem too. A stream is exempt from the time limit of the call.
 */
export function sendAnswer(reply: FastifyReply, { status, body, headers }: Answer): FastifyReply {
  reply.code(status).headers(apiHeaders);
  if (status !== 204) reply.header('content-type', 'application/json; charset=utf-8');
  if (headers !== undefined) reply.headers(headers as Record<string, string | string[]>);
  if (body instanceof Readable) {
    // A long file may take longer than a call; the server closes a stalled connection.
    clearTimeout(reply.request.limit);
    return reply.send(body);
  }
  return reply.send(typeof body === 'string' || Buffer.isBuffer(body) ? body : Buffer.from(body));
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** A known path with another method lists the allowed ones. */
function refuseOtherMethods(
  server: FastifyInstance,
  routes: readonly Route[],
  options: Pick<ApiOptions, 'prefix'>,
): void {
  const methodsByUrl = Map.groupBy(routes, ({ endpoint }) => urlOf(endpoint, options));
  for (const [url, registered] of methodsByUrl) {
    const allowed = new Set<string>(registered.map(({ endpoint }) => endpoint.method));
    server.route({
      method: allMethods.filter((method) => !allowed.has(method)),
      url,
      // Before the body is parsed, as its type no longer matters.
      onRequest: async (_request, reply) => {
        reply.header('allow', [...allowed].join(', '));
        throw new Problem('method_not_allowed');
      },
      handler: async () => undefined,
    });
  }
}

function urlOf(endpoint: EndpointSpec, { prefix = '/api' }: Pick<ApiOptions, 'prefix'>): string {
  return `${prefix}${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
}

/*
 * What a handler may know about the call itself: its id, language, address, control headers, and the hash that codes and idempotency
 * keys are bound to.
 *
 * Errors: `invalid_request` for an Idempotency-Key or X-TFA-CODE that is not short printable ASCII.
 */

const printable = /^[\x21-\x7e]{1,200}$/;

/** The context of a call; `approval` is added later, when the code has been checked. */
export function requestContext(
  request: FastifyRequest,
  facts: Pick<RequestContext, 'endpointId' | 'hash' | 'secure' | 'sandbox'>,
): RequestContext {
  const headers = request.headers as Readonly<Record<string, string | undefined>>;
  return {
    id: request.id,
    locale: localeOf(headers['accept-language']),
    ip: request.ip,
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
    endpointId: facts.endpointId,
    hash: facts.hash,
    idempotencyKey: shortHeader(headers, 'Idempotency-Key'),
    code: shortHeader(headers, 'X-TFA-CODE'),
    approval: undefined,
    headers,
    file: request.file,
    stream: request.stream,
    secure: facts.secure,
    sandbox: facts.sandbox,
  };
}

function shortHeader(headers: Readonly<Record<string, string | undefined>>, name: string) {
  const value = headers[name.toLowerCase()];
  if (value === undefined || value === '') return undefined;
  if (!printable.test(value)) throw badFields({ field: name, code: 'invalid' });
  return value;
}

/** The language of a page: that of an emailed link (`lang`), the one chosen in this browser, or the browser's own. */
export function pageLocaleOf(
  url: string,
  headers: Readonly<Partial<Record<'cookie' | 'accept-language', string | undefined>>>,
): Locale {
  const named = new URLSearchParams(url.split('?', 2)[1]).get('lang');
  if (isLocale(named)) return named;
  const cookie = headers.cookie?.split(';').find((pair) => pair.trim().startsWith('locale='));
  const chosen = cookie?.trim().slice('locale='.length);
  return isLocale(chosen) ? chosen : localeOf(headers['accept-language']);
}

const isLocale = (text: string | null | undefined): text is Locale => text === 'en' || text === 'ru';

/** The first supported language in the caller's order of preference (RFC 9110, 12.5.4); English if there is none. */
export function localeOf(acceptLanguage: string | undefined): Locale {
  let best: Locale = 'en';
  let bestQuality = 0;
  for (const range of (acceptLanguage ?? '').slice(0, 200).split(',')) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const language = tag.split('-')[0];
    if (language !== 'en' && language !== 'ru') continue;
    const quality = Number(
      parameters
        .find((text) => text.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    );
    if (quality > bestQuality) {
      best = language;
      bestQuality = quality;
    }
  }
  return best;
}
