/**
 * The request body: JSON in UTF-8 and nothing else (RFC 8259), at most the server's body limit. Forms and plain text are refused,
 * which also takes from other sites the only requests a browser would send without asking.
 *
 * Errors: `unsupported_media_type`, `too_large`, `invalid_request`.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { badFields, Problem } from '../problem.ts';
import { findUnstorableText } from './validation.ts';

/** Replaces the server's content type parsers by the one for JSON. An empty body is no body. */
export function acceptJsonOnly(server: FastifyInstance): void {
  // Refuses `__proto__` and `constructor.prototype` as member names.
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (bytes.length === 0) return done(null, undefined);
    if (!isUtf8(bytes)) return done(new Problem('invalid_request'), undefined);
    const text = bytes.toString('utf8');
    void parseJson(request, text, (error, value) => {
      if (error) return done(new Problem('invalid_request', { cause: error }), undefined);
      // Only an escape can spell what a text column refuses: raw control characters are not JSON.
      const unstorable = text.includes('\\u') ? findUnstorableText(value) : undefined;
      if (unstorable === undefined) return done(null, value);
      return done(badFields({ field: unstorable, code: 'invalid' }), undefined);
    });
  });
}
