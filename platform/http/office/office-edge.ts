/** The office's edge: the calls and pages of the bank's own people on a port of their own. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database.ts';
import type { Log } from '../../log.ts';
import { Problem } from '../../problem.ts';
import { addApi } from '../calls/api.ts';
import { addHealth, type HealthOptions } from '../health.ts';
import { createListen, type Listen } from '../listen.ts';
import { addPortal } from '../portal.ts';
import { createRateLimits } from '../rate-limit.ts';
import type { Route } from '../router.ts';
import { addRefusal, createServer, isForOperator, type Refusing, type ServerOptions } from '../server.ts';
import { createNetworkCheck, createOfficeGate, type OfficeGateOptions } from './office-gate.ts';

export interface OfficeEdgeOptions
  extends ServerOptions,
    OfficeGateOptions,
    Omit<HealthOptions, 'reasonNotReady'> {
  readonly publicUrl: string | undefined;
  readonly database: Database;
  readonly log: Log;
  readonly routes: readonly Route[];
  /** Directory of the office's build. */
  readonly officeDirectory: string;
  /** Whether codes are shown on the screen (`RequestContext.sandbox`). */
  readonly sandbox: boolean;
  readonly digestSecret: (text: string) => string;
}

export interface OfficeEdge {
  readonly server: FastifyInstance;
  readonly listen: Listen;
  readonly refuse: Refusing['refuse'];
  /** Answers open calls and closes. */
  close(): Promise<void>;
}

/** Builds the server without listening yet. */
export async function createOfficeEdge(options: OfficeEdgeOptions): Promise<OfficeEdge> {
  let closing = false;
  const server = createServer(options);
  const refusing = addRefusal(server);
  const isInside = createNetworkCheck(options.networks);
  server.addHook('onRequest', async ({ url, ip }) => {
    // To other networks there is no office: no call, no page.
    if (!isForOperator(url) && !isInside(ip)) throw new Problem('not_found');
  });
  addApi(server, options.routes, {
    ...options,
    prefix: '/office/api',
    gate: createOfficeGate(options, createRateLimits(options.database)),
    // Staff confirm by proving their factor to the session, never by a code in a call's header.
    checkCode: async () => undefined,
    provePresence: async () => undefined,
  });
  addHealth(server, { ...options, reasonNotReady: () => (closing ? 'draining' : refusing.reason()) });
  await addPortal(server, { portalDirectory: options.officeDirectory, isScreen: () => true });
  const listen = createListen(server);
  await server.ready();
  return {
    server,
    listen,
    refuse: refusing.refuse,
    async close() {
      closing = true;
      const idle = setInterval(() => server.server.closeIdleConnections(), 20);
      await server.close().finally(() => clearInterval(idle));
    },
  };
}
