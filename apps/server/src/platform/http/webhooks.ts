/**
 * Webhooks: messages from partners' machines (`router.webhook`), under `/api/webhooks/`.
 *
 * A webhook has no session and no browser. A signature over the raw bytes identifies its sender, so nothing is parsed before the handler
 * has checked it. The checks of other calls (bearer token, origin, rate limit) do not apply: a bad signature costs microseconds, and a
 * partner that catches up after an outage must not be turned away. The handler runs in one transaction and is answered 204 after the
 * commit. Partners repeat until they get that.
 */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from '../database.ts';
import { newId } from '../ids.ts';
import { observeCall } from '../metrics.ts';
import type { Webhook, WebhookDelivery } from './router.ts';
import { apiHeaders } from './security.ts';

export async function addWebhooks(
  server: FastifyInstance,
  webhooks: readonly Webhook[],
  { database, log }: { readonly database: Database; readonly log: Logger },
): Promise<void> {
  await server.register((scope, _options, registered) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
    for (const { name, handler } of webhooks)
      scope.route({
        method: 'POST',
        url: `/api/webhooks/${name}`,
        handler: async (request, reply) => {
          const delivery: WebhookDelivery = {
            headers: request.headers as WebhookDelivery['headers'],
            bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          };
          await database.inTransaction((sql) =>
            handler(
              {
                sql,
                now: new Date(),
                actor: { kind: 'system', name: `webhook ${name}` },
                newId,
                log: log.child({ requestId: request.id, webhook: name }),
              },
              delivery,
            ),
          );
          return reply.code(204).headers(apiHeaders).send();
        },
        onResponse: (_request, reply, done) => {
          observeCall(`webhook_${name}`, reply.statusCode, reply.elapsedTime / 1000);
          done();
        },
      });
    registered();
  });
}
