/**
 * The HTTP server: limits of the edge, one error handler, and everything that answers on the port.
 *
 * Limits: headers have 10 s to arrive, a connection may be idle for 65 s (longer than common proxies keep theirs), a call has 10 s from
 * its headers to its response and a body of 64 KB, uploads more of both (`uploads.ts`). For the number of sockets and slow peers see
 * `sockets.ts`, for our hosts `hosts.ts`. A proxy's `X-Forwarded-*` headers count only if its own address is in the configured list.
 */
import type { Socket } from 'node:net';
import { problems } from '@calmly/contract';
import { compile } from '@fastify/proxy-addr';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { Problem } from '../problem.ts';
import { sendAnswer } from './calls/api.ts';
import { problemAnswer, toProblem } from './calls/problems.ts';
import { localeOf } from './calls/request-context.ts';
import { createHostCheck, type HostOptions, originForm } from './hosts.ts';
import { guardSockets } from './live/sockets.ts';
import { isSecure, strictTransport } from './security.ts';
import { acceptJsonOnly } from './uploads/json-body.ts';
import { streamLimits, uploadLimits } from './uploads/uploads.ts';

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
  server.addHook('onRequest', (request, reply, done) => {
    request.limit = limitOf(request, reply);
    checkHost(request.raw);
    if (isSecure(request.protocol, publicUrl)) reply.header('strict-transport-security', strictTransport);
    done();
  });
  server.addHook('onResponse', (request, _reply, done) => {
    clearTimeout(request.limit);
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
