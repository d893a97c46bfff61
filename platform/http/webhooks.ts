/**
 * Webhooks: messages from partners' machines (`router.webhook`), under `/api/webhooks/`.
 * A webhook has no session and no browser. A signature over the raw bytes identifies its sender (`check`); nothing is parsed and no transaction is
 * opened before it is verified. The checks of other calls (bearer token, origin, rate limit) do not apply, because a partner that catches up after an
 * outage must not be turned away. Only messages without a valid signature are limited, by network and after the check, so that flooding a partner's
 * network cannot lock the partner out. The handler runs in one transaction and is answered after the commit: 204, or 200 with its result. Partners
 * repeat until they get that. A sender that waits for a decision gets it in time or not at all.
 */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { observeCall } from '../metrics.ts';
import { Problem } from '../problem.ts';
import { networkOf } from './address.ts';
import type { GateOptions } from './calls/gate.ts';
import type { RateLimits } from './rate-limit.ts';
import type { Webhook, WebhookAnswer, WebhookDelivery } from './router.ts';
import { apiHeaders } from './security.ts';

export interface WebhookOptions {
  readonly database: Database;
  readonly log: Log;
  readonly rateLimits: Pick<GateOptions['rateLimits'], 'anonymousPerMinute'>;
}

/**
 * With a `deadline`, measured from the arrival, a late or failed handler is rolled back and `late` is
 * answered; a Problem is still answered as one.
 */
export async function addWebhooks(
  server: FastifyInstance,
  webhooks: readonly Webhook[],
  { database, log, rateLimits }: WebhookOptions,
  { limit }: RateLimits,
): Promise<void> {
  const takeWrong = limit('unsigned messages of an address', rateLimits.anonymousPerMinute);
  await server.register((scope, _options, registered) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
    for (const { name, check, handler, deadline } of webhooks)
      scope.route({
        method: 'POST',
        url: `/api/webhooks/${name}`,
        handler: async (request, reply) => {
          const delivery: WebhookDelivery = {
            headers: request.headers as WebhookDelivery['headers'],
            bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          };
          const ownLog = log.child({ requestId: request.id, route: request.routeOptions.url });
          try {
            await check(delivery, { sql: database.sql, now: new Date() });
          } catch (error) {
            if (error instanceof Problem) await takeWrong(networkOf(request.ip));
            throw error;
          }
          const run = (commit: () => void) =>
            database.inTransaction(async (sql) => {
              const answer = await handler(
                {
                  sql,
                  now: new Date(),
                  actor: { kind: 'system', name: `webhook ${name}` },
                  newId,
                  log: ownLog,
                },
                delivery,
              );
              commit();
              return answer;
            });
          const answer = deadline
            ? await inTime({ ...deadline, ms: deadline.ms - reply.elapsedTime, log: ownLog }, run)
            : await run(() => undefined);
          if (answer) return reply.headers({ ...apiHeaders, ...answer.headers }).send(answer.body);
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

interface Deadline {
  readonly ms: number;
  readonly late: WebhookAnswer;
  readonly log: Log;
}

/** Runs a transaction that calls `commit` before it commits; after the deadline, `commit` throws and `late` has been answered. */
function inTime(
  { ms, late, log }: Deadline,
  run: (commit: () => void) => Promise<WebhookAnswer | undefined>,
): Promise<WebhookAnswer | undefined> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        log.warn('a decision was not ready in time');
        resolve(late);
      },
      Math.max(ms, 0),
    );
    const commit = () => {
      if (isLate) throw new Error('too late to commit');
      clearTimeout(timer);
    };
    run(commit).then(resolve, (error) => {
      clearTimeout(timer);
      if (error instanceof Problem) return reject(error);
      if (!isLate) log.error({ err: error }, 'a decision failed');
      resolve(late);
    });
  });
}
