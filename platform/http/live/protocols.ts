/**
 * Protocols (`router.protocol`): endpoints that a library answers itself, because a standard defines the exact responses (OAuth). The
 * edge stays in front of it: calls from other sites, rate limits by address, proxy headers, the headers of every response. The library
 * reads a form and writes the response.
 */
import type { FastifyInstance } from 'fastify';
import { observeCall } from '../../metrics.ts';
import { networkOf } from '../address.ts';
import type { RateLimits } from '../rate-limit.ts';
import type { Protocol } from '../router.ts';
import { isSecure, protocolHeaders, refuseForeignSite, strictTransport } from '../security.ts';

export interface ProtocolOptions {
  readonly publicUrl: string | undefined;
  readonly rateLimits: { readonly anonymousPerMinute: number };
}

/** Headers that the edge sets itself and does not accept from callers. */
const forwarded = ['x-forwarded-host', 'x-forwarded-for', 'x-forwarded-proto'] as const;

/** The handler sees forwarded headers set by the edge, with the host of `publicUrl` if there is one. */
export async function addProtocols(
  server: FastifyInstance,
  protocols: readonly Protocol[],
  { publicUrl, rateLimits }: ProtocolOptions,
  { limit }: RateLimits,
): Promise<void> {
  const takeForAddress = limit('protocol calls of an address', rateLimits.anonymousPerMinute);
  await server.register((scope, _options, registered) => {
    scope.removeAllContentTypeParsers();
    // The library reads the body itself, up to 56 KB, and reports invalid bodies in its standard's terms.
    scope.addContentTypeParser('*', (_request, _stream, done) => done(null));
    for (const { name, method, path, handler } of protocols)
      scope.route({
        method,
        url: path,
        onRequest: async (request) => {
          refuseForeignSite(request.method, request.headers, publicUrl);
          await takeForAddress(networkOf(request.ip));
        },
        handler: async (request, reply) => {
          const secure = isSecure(request.protocol, publicUrl);
          const { raw } = request;
          for (const header of forwarded) delete raw.headers[header];
          raw.headers['x-forwarded-proto'] = secure ? 'https' : 'http';
          if (publicUrl !== undefined) raw.headers.host = new URL(publicUrl).host;
          const headers = {
            ...protocolHeaders,
            ...(secure && { 'strict-transport-security': strictTransport }),
          };
          for (const [header, value] of Object.entries(headers)) reply.raw.setHeader(header, value);
          reply.hijack();
          await handler({ request: raw, response: reply.raw });
        },
        onResponse: (_request, reply, done) => {
          observeCall(name, reply.raw.statusCode, reply.elapsedTime / 1000);
          done();
        },
      });
    registered();
  });
}
