/**
 * The edge alone, for tests of its guarantees to every module: real server, real database, calls declared by the test. Tokens are
 * `<client>` or `<client>:<state>`; a client's name is used as its id.
 */
import { createHash } from 'node:crypto';
import { allRights } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import { createEdge, type Edge, type EdgeOptions } from '@calmly/platform/http/edge.ts';
import { collectRoutes, type Router } from '@calmly/platform/http/router.ts';
import { subscribe } from '@calmly/platform/notify/push.ts';
import type { ClientActor } from '@calmly/platform/work.ts';
import pino from 'pino';
import { type Call, createCall } from '../app.ts';
import { createTestDatabase } from '../database.ts';

export interface TestEdge {
  readonly edge: Edge;
  readonly url: string;
  readonly database: Database;
  readonly call: Call;
  close(): Promise<void>;
}

/** The id of the client of that name. */
export function clientId(name: string): string {
  const digits = createHash('sha256').update(name).digest('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-7${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

export async function startTestEdge(
  register: (router: Router, database: Database) => void,
  options: Partial<EdgeOptions> = {},
): Promise<TestEdge> {
  const { database, close: dropDatabase } = await createTestDatabase();
  const edge = await createEdge({
    ...collectRoutes((router) => register(router, database)),
    database,
    log: pino({ level: 'silent' }),
    publicUrl: undefined,
    rateLimits: { anonymousPerMinute: 0, clientPerMinute: 0 },
    trustedProxies: [],
    metricsToken: undefined,
    sandbox: true,
    authenticate: async (token) => actorOf(token),
    checkCode: async () => undefined,
    provePresence: async () => undefined,
    digestSecret: (text) => text,
    redeemTicket: async (ticket) => actorOf(ticket),
    newestMigration: 'none',
    portalDirectory: '/nonexistent',
    version: '0',
    ...options,
  });
  const unsubscribe = await subscribe(database, edge.deliver, edge.renewSockets);
  const url = await edge.server.listen({ host: '127.0.0.1', port: 0 });
  return {
    edge,
    url,
    database,
    call: createCall(url),
    async close() {
      await edge.drain();
      await unsubscribe();
      await dropDatabase();
    },
  };
}

export function actorOf(token: string): ClientActor | undefined {
  const [name = '', state = 'ACTIVE'] = token.split(':');
  if (name === 'nobody') return undefined;
  return {
    kind: 'client',
    personId: clientId(name),
    clientId: clientId(name),
    sessionId: clientId(token),
    displayName: name,
    personName: name,
    state,
    role: 'INDIVIDUAL',
    termsAccepted: !name.startsWith('unread'),
    rights: allRights,
    isStale: false,
  };
}
