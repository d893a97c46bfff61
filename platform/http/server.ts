/**
 * The HTTP server: limits of the edge, bodies in JSON, one error handler, and everything that answers on the port.
 *
 * Limits: headers have 10 s to arrive, a connection may be idle for 65 s (longer than common proxies keep theirs), a call has 10 s from
 * its headers to its response and a body of 64 KB, uploads more of both (`uploads.ts`). For the number of sockets and slow peers see
 * `sockets.ts`, for our hosts `security.ts`. A proxy's `X-Forwarded-*` headers count only if its own address is in the configured list.
 */

import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import { problems } from '@calmly/contract';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Fastify from 'fastify';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { beginWork, endWork } from '../metrics.ts';
import { type CallSpan, startCallSpan } from '../observe/tracing.ts';
import { badFields, Problem } from '../problem.ts';
import { networkOf } from './address.ts';
import { localeOf, sendAnswer } from './calls/api.ts';
import { problemAnswer, toProblem } from './calls/problems.ts';
import { findUnstorableText } from './calls/validation.ts';
import { guardSockets } from './live/sockets.ts';
import { createHostCheck, type HostOptions, isSecure, originForm, strictTransport } from './security.ts';
import { readUploadBody } from './uploads/upload-body.ts';
import { limitedStream, streamLimits, uploadLimits } from './uploads/uploads.ts';

export interface ServerOptions extends HostOptions {
  readonly log: Log;
  /** Addresses and networks of proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** Sockets per address; 0 is no limit. */
  readonly connectionsPerAddress?: number;
  /** Time limit of a call; 10 s by default. */
  readonly callLimitMs?: number;
}

const bodyLimitBytes = 64 * 1024;
const connectionLimit = 2_000;
const headersMs = 10_000;
/** Interval of Node's check for late headers; its default of 30 s would allow 40. */
const lookMs = 1000;
const usualCallLimitMs = 10_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends a call that takes too long. */
    limit: NodeJS.Timeout | undefined;
    /** Its trace. */
    span: CallSpan | undefined;
  }
}

/** A server with its limits and error handling, without routes. */
export function createServer(options: ServerOptions): FastifyInstance {
  const {
    log,
    trustedProxies,
    publicUrl,
    connectionsPerAddress = 0,
    callLimitMs = usualCallLimitMs,
  } = options;
  const server = Fastify({
    // Fastify's log would cost a child logger and two lines per request; the error handler logs what matters.
    logger: false,
    genReqId: () => newId(),
    requestIdHeader: false,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: lookMs },
    rewriteUrl: originForm,
    requestTimeout: streamLimits.handlerTimeout,
    connectionTimeout: 20_000,
    keepAliveTimeout: 65_000,
    bodyLimit: bodyLimitBytes,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    exposeHeadRoutes: false,
    frameworkErrors: answerError,
    clientErrorHandler: refuseUnreadable,
  });
  const checkHost = createHostCheck(options);
  const isTrustedProxy = compile([...trustedProxies]);
  const sockets = guardSockets(server.server, {
    perAddress: connectionsPerAddress,
    total: connectionLimit,
    isTrustedProxy: (address) => isTrustedProxy(address, 0),
  });
  acceptJsonOnly(server, bodyLimitBytes);
  server.setErrorHandler(answerError);
  server.decorateRequest('limit', undefined);
  server.decorateRequest('span', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    request.limit = limitOf(request, reply);
    beginWork(workOf(request));
    request.span = startCallSpan({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      requestId: request.id,
      traceparent: request.headers.traceparent,
    });
    checkHost(request.raw);
    if (isSecure(request.protocol, publicUrl)) reply.header('strict-transport-security', strictTransport);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    clearTimeout(request.limit);
    request.span?.end(reply.statusCode);
    endWork(workOf(request));
    done();
  });
  return server;

  /** Replaces the framework's own limit, whose unused abort signal per call cost a twentieth of a payment. */
  function limitOf(request: FastifyRequest, reply: FastifyReply): NodeJS.Timeout | undefined {
    const { upload, stream } = request.routeOptions.config.endpoint ?? {};
    if (upload || stream !== undefined) {
      const { handlerTimeout } = upload ? uploadLimits : streamLimits;
      sockets.expectUpload(request.raw.socket, handlerTimeout);
      return undefined;
    }
    return setTimeout(() => {
      // Already answered, or the caller is gone.
      if (reply.sent || reply.raw.destroyed) return;
      if (reply.raw.headersSent) reply.raw.destroy();
      else if (!request.raw.complete)
        answerError(new Problem('too_slow'), request, reply.header('connection', 'close'));
      else answerError(new Problem('unavailable', { retryAfterSeconds: 2 }), request, reply);
    }, callLimitMs).unref();
  }

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const problem = toProblem(error);
    const { config, url: route } = request.routeOptions;
    const facts = { requestId: request.id, endpoint: config.endpoint?.id, route };
    if (problem.code === 'internal') log.error({ ...facts, err: error }, 'a call failed');
    else if (problems[problem.code].status === 503)
      log.warn({ ...facts, reason: String(problem.cause ?? problem.message) }, 'a call could not be served');
    // The rest of a stream is not read, so the connection cannot carry another call.
    if (config.endpoint?.stream !== undefined && !request.raw.complete) reply.header('connection', 'close');
    const answer = problemAnswer(problem, {
      locale: localeOf(request.headers['accept-language']),
      requestId: request.id,
      endpoint: request.routeOptions.config.endpoint,
    });
    void sendAnswer(reply, answer);
  }
}

/** A pattern of the route, or undefined addresses together. */
const workOf = ({ method, routeOptions: { url = 'unknown' } }: FastifyRequest) => `${method} ${url}`;

export interface Refusing {
  /** Takes no more calls from now on, for this reason; the operator's endpoints still answer. */
  refuse(reason: string): void;
  readonly reason: () => string | undefined;
}

/** Whether an address is for the operator's machines, which are answered whatever the server does. */
export const isForOperator = (url: string): boolean => /^\/(?:healthz|readyz|metrics)(?:\?|$)/.test(url);

/** Lets a server refuse its calls. Comes before its routes. */
export function addRefusal(server: FastifyInstance): Refusing {
  let refused: string | undefined;
  server.addHook('onRequest', async ({ url }) => {
    if (refused !== undefined && !isForOperator(url)) throw new Problem('unavailable');
  });
  return {
    refuse(reason) {
      refused = reason;
    },
    reason: () => refused,
  };
}

/** Input that is not HTTP, too slow or with too many headers: answered on the raw socket, which is then closed. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Browsers open sockets ahead of use. A socket without a request gets no answer, or the next request would read it as its own.
  if (socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const { body } = problemAnswer(new Problem(tooLarge ? 'too_large' : 'invalid_request'), { locale: 'en' });
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? '408 Request Timeout'
      : tooLarge
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request';
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  socket.destroySoon();
}

/*
 * The request body: JSON in UTF-8 (RFC 8259), at most the server's body limit; for calls that take a stream, the bytes of a file. Forms
 * and plain text are refused, which also blocks the only requests that a browser would send from another site without asking.
 *
 * Errors: `unsupported_media_type`, `too_large`, `invalid_request`.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of an upload, taken out of its body. */
    file: Uint8Array | undefined;
    /** The body of a call that takes a stream. */
    stream: AsyncIterable<Uint8Array> | undefined;
  }
}

/** Replaces the server's content type parsers by the one for JSON. An empty body counts as none. */
export function acceptJsonOnly(server: FastifyInstance, limitBytes: number): void {
  // Refuses `__proto__` and `constructor.prototype` as member names.
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.decorateRequest('file', undefined);
  server.decorateRequest('stream', undefined);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (request.routeOptions.config.endpoint?.stream !== undefined)
        throw new Problem('unsupported_media_type');
      if (bytes.length === 0) return undefined;
      if (!request.routeOptions.config.endpoint?.upload) return parse(request, bytes);
      const { actor } = request;
      const client = actor?.kind === 'client' ? actor.clientId : networkOf(request.ip);
      const { rest, file } = await readUploadBody(client, bytes, limitBytes);
      request.file = file;
      return parse(request, rest);
    },
  );

  server.addContentTypeParser(
    'application/octet-stream',
    async (request: FastifyRequest, body: AsyncIterable<Uint8Array>) => {
      const limitBytes = request.routeOptions.config.endpoint?.stream;
      if (limitBytes === undefined) throw new Problem('unsupported_media_type');
      request.stream = limitedStream(body, limitBytes);
      return undefined;
    },
  );

  function parse(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
    if (!isUtf8(bytes)) throw new Problem('invalid_request');
    const text = bytes.toString('utf8');
    return new Promise((resolve, reject) => {
      void parseJson(request, text, (error, value) => {
        if (error) return reject(new Problem('invalid_request', { cause: error }));
        // Only an escape can produce a character that text columns refuse, because raw control characters are not JSON.
        const unstorable = text.includes('\\u') ? findUnstorableText(value) : undefined;
        if (unstorable === undefined) return resolve(value);
        return reject(badFields({ field: unstorable, code: 'invalid' }));
      });
    });
  }
}
