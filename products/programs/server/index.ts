/**
 * Connections: third-party applications that a client connects, by OAuth 2.1. Owns the schema `connections`.
 *
 * The authorization server speaks the protocol, and the portal's consent screen asks the client (`requests.ts`). The edge uses
 * `authenticate`, which turns an application's token into the client with the granted access. Bank staff register applications (`npm run
 * ops`); the sandbox has one.
 */
import type { Module } from '@calmly/platform/module.ts';
import { sealedIn } from '@calmly/platform/secrets/sealing-keys.ts';
import type { Bank } from '../../accounts/server/accounts/index.ts';
import { activity } from './activity.ts';
import { type AuthenticateApplication, createAuthenticate } from './authenticate.ts';
import { artifactPurge } from './authorization/artifact-store.ts';
import { keysPlace } from './authorization/keys.ts';
import { type ProtocolOptions, protocolRoutes } from './authorization/protocol.ts';
import { endingJobs } from './ending.ts';
import { connectionRoutes } from './routes.ts';
import { sandboxPage } from './sandbox/page.ts';

/** Values sealed with the server's keys: the keys of cookies and signatures. They are created again if they are gone. */
export const sealedConnectionKeys = sealedIn({
  what: 'keys for connected applications',
  table: 'connections.keys',
  column: 'sealed',
  key: ['one'],
  placeOf: () => keysPlace,
});

export { listApplications } from './application-store.ts';
export { closeApplication, type Registration, registerApplication } from './applications.ts';

export interface ConnectionsOptions extends ProtocolOptions {
  /** The bank's details, shown with accounts. */
  readonly bank: Bank;
}

export interface ConnectionsModule extends Module {
  /** The client behind an application's access token; undefined for anything else. */
  readonly authenticate: AuthenticateApplication;
}

export function createConnectionsModule(options: ConnectionsOptions): ConnectionsModule {
  const { bank, database, portalUrl, sandbox } = options;
  return {
    name: 'connections',
    activity,
    routes(router) {
      connectionRoutes(router, { issuer: portalUrl, bank });
      protocolRoutes(router, options);
      if (sandbox) router.page('/sandbox/app', async (_work, { nonce }) => sandboxPage(nonce));
    },
    jobs: endingJobs,
    purges: [artifactPurge],
    authenticate: createAuthenticate(database),
  };
}
