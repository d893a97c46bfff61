/** The whole edge on one server: calls, pages, documentation, health, websocket and portal, in order of registration. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type EndpointSpec, endpoints } from '@calmly/contract';
import type { FastifyInstance } from 'fastify';
import type { Published } from '../notify/push.ts';
import { type ApiOptions, addApi } from './calls/api.ts';
import { createGate, type GateOptions } from './calls/gate.ts';
import { addHealth, type HealthOptions } from './health.ts';
import { createListen, type Listen } from './listen.ts';
import { addLiveFeed, type LiveOptions } from './live/live.ts';
import { addProtocols } from './live/protocols.ts';
import { addDocs } from './openapi/docs.ts';
import { addPages } from './pages.ts';
import { addPortal, type PortalOptions } from './portal.ts';
import { createRateLimits } from './rate-limit.ts';
import type { Page, Protocol, Route, Webhook } from './router.ts';
import { addRefusal, createServer, type Refusing, type ServerOptions } from './server.ts';
import { addWebhooks } from './webhooks.ts';

export interface EdgeOptions
  extends ServerOptions,
    GateOptions,
    Omit<ApiOptions, 'gate'>,
    Omit<HealthOptions, 'reasonNotReady'>,
    PortalOptions,
    Pick<LiveOptions, 'redeemTicket' | 'sockets'> {
  readonly routes: readonly Route[];
  readonly pages: readonly Page[];
  readonly webhooks: readonly Webhook[];
  readonly protocols: readonly Protocol[];
  readonly version: string;
  /** How long calls are still accepted after shutdown began, while `/readyz` sends new ones elsewhere. */
  readonly drainSeconds?: number;
}

export interface Edge {
  readonly server: FastifyInstance;
  readonly listen: Listen;
  /** Passes a published message to the browsers concerned. */
  deliver(message: Published): void;
  /** Makes every browser reopen its websockets, because messages may have been lost. */
  renewSockets(): void;
  readonly refuse: Refusing['refuse'];
  /** Starts to shut down: not ready; after `drainSeconds` sockets are notified and no new calls accepted; settles when open calls are answered. */
  drain(): Promise<void>;
}

/** Builds the server without listening yet: the caller starts `listen`. */
export async function createEdge(options: EdgeOptions): Promise<Edge> {
  const { drainSeconds = 0 } = options;
  let draining = false;
  const server = createServer(options);
  const refusing = addRefusal(server);
  const limits = createRateLimits(options.database);
  addApi(server, options.routes, { ...options, gate: createGate(options, limits) });
  addPages(server, options.pages, options);
  await addWebhooks(server, options.webhooks, options, limits);
  await addProtocols(server, options.protocols, options, limits);
  addHealth(server, { ...options, reasonNotReady: () => (draining ? 'draining' : refusing.reason()) });
  await addDocs(server, { ...options, endpoints: documented(options.routes) }, options.version);
  await addPortal(server, options);
  const listen = createListen(server);
  await server.ready();
  const live = addLiveFeed(server.server, options, limits);

  return {
    server,
    listen,
    deliver: live.deliver,
    renewSockets: live.renew,
    refuse(reason) {
      refusing.refuse(reason);
      live.close();
    },
    async drain() {
      draining = true;
      if (drainSeconds > 0) await sleep(drainSeconds * 1000);
      live.close();
      // The server itself closes connections that are idle now; a kept-alive one becomes idle only after its last call.
      const idle = setInterval(() => server.server.closeIdleConnections(), 20);
      await server.close().finally(() => clearInterval(idle));
    },
  };
}

/** Endpoints in the contract's order, limited to those that this server answers. */
function documented(routes: readonly Route[]): EndpointSpec[] {
  const registered = new Set(routes.map(({ endpoint }) => endpoint.id));
  return Object.values(endpoints).filter(({ id }) => registered.has(id));
}
