/**
 * The request body: JSON in UTF-8 (RFC 8259), at most the server's body limit; for calls that take a stream, the bytes of a file. Forms
 * and plain text are refused, which also blocks the only requests that a browser would send from another site without asking.
 *
 * Errors: `unsupported_media_type`, `too_large`, `invalid_request`.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badFields, Problem } from '../../problem.ts';
import { networkOf } from '../address.ts';
import { findUnstorableText } from '../calls/validation.ts';
import { readUploadBody } from './upload-body.ts';
import { limitedStream } from './uploads.ts';

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
