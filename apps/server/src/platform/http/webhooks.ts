/**
 * Webhooks: what partners' machines send us (`router.webhook`), under `/api/webhooks/`.
 *
 * A webhook has no session and no browser; its sender is known by a signature over the very bytes that came, so nothing is parsed
 * before the handler has checked it. The gate of the other calls (bearer token, site of origin, calls per minute) has no say here: a
 * signature costs microseconds to refuse, and a partner that catches up after a pause of ours must not be turned away. The handler runs
 * in one transaction; its end without an error is answered 204 and only then is the message ours. Partners repeat until they see that.
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
