/** Plain HTML pages of the server itself (`router.page`): anonymous, read-only. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { localeOf } from './calls/api.ts';
import type { Page, PageAnswer, PageRequest } from './router.ts';
import { newNonce, pageHeaders } from './security.ts';

/** The language comes from the cookie `locale`, else from `Accept-Language`. Handlers run outside a transaction. */
export function addPages(
  server: FastifyInstance,
  pages: readonly Page[],
  { database, log }: { readonly database: Database; readonly log: Log },
): void {
  for (const { path, handler } of pages)
    server.get(path, async (request, reply) => {
      const nonce = newNonce();
      const work = {
        sql: database.sql,
        now: new Date(),
        actor: { kind: 'anonymous' } as const,
        newId,
        log: log.child({ requestId: request.id, route: path }),
      };
      const { cookie = '', 'accept-language': acceptLanguage } = request.headers;
      const chosen = /(?:^|; )locale=(en|ru)(?:;|$)/.exec(cookie)?.[1];
      const answer = await handler(work, {
        query: request.query as PageRequest['query'],
        locale: localeOf(chosen ?? acceptLanguage),
        nonce,
      });
      const page: PageAnswer = typeof answer === 'string' ? { body: answer } : answer;
      reply.headers(pageHeaders(nonce)).type(`${page.mediaType ?? 'text/html'}; charset=utf-8`);
      if (page.policy !== undefined) reply.header('content-security-policy', page.policy);
      return reply.send(page.body);
    });
}
