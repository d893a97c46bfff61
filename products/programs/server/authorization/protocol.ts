/**
 * The protocol's endpoints. The authorization server behind them is created at the first call to any of them, with the keys that all
 * servers of the bank share. In the sandbox this also registers the demo application.
 */
import type { RequestListener } from 'node:http';
import type { Database } from '@calmly/platform/database.ts';
import type { Router } from '@calmly/platform/http/router.ts';
import type { Log } from '@calmly/platform/log.ts';
import { createSecretBox } from '@calmly/platform/secrets/secret-box.ts';
import { saveApplication } from '../application-store.ts';
import { operations } from '../documentation.ts';
import { sandboxApplication } from '../sandbox/page.ts';
import { loadKeys } from './keys.ts';
import { metadataPath, protocolPaths } from './paths.ts';

export interface ProtocolOptions {
  readonly database: Database;
  readonly log: Log;
  /** Address of the portal without a trailing slash: the issuer of the tokens. */
  readonly portalUrl: string;
  /** Seal the server's own keys. */
  readonly secretKeys: readonly Buffer[];
  readonly sandbox: boolean;
}

const calls = [
  { name: 'oauthMetadata', method: 'GET', path: metadataPath },
  { name: 'oauthAuthorize', method: 'GET', path: protocolPaths.authorization },
  { name: 'oauthResume', method: 'GET', path: `${protocolPaths.authorization}/:uid` },
  { name: 'oauthToken', method: 'POST', path: protocolPaths.token },
  { name: 'oauthRevoke', method: 'POST', path: protocolPaths.revocation },
  { name: 'oauthPush', method: 'POST', path: protocolPaths.pushedRequest },
] as const;

/**
 * If the server cannot be created, the call is answered 503 `temporarily_unavailable`, and the next call
 * tries again.
 */
export function protocolRoutes(router: Router, options: ProtocolOptions): void {
  let answering: Promise<RequestListener> | undefined;
  for (const call of calls)
    router.protocol({
      ...call,
      operation: operations[call.name],
      handler: async ({ request, response }) => {
        try {
          answering ??= createListener(options);
          (await answering)(request, response);
        } catch (error) {
          answering = undefined;
          options.log.warn({ err: error }, 'the authorization server could not be created');
          response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '2' });
          response.end(JSON.stringify({ error: 'temporarily_unavailable' }));
        }
      },
    });
}

async function createListener(options: ProtocolOptions): Promise<RequestListener> {
  const { database, log, portalUrl, secretKeys, sandbox } = options;
  const { createAuthorizationServer } = await import('./authorization-server.ts');
  if (sandbox) await saveApplication(database.sql, sandboxApplication(portalUrl));
  const keys = await loadKeys(database.sql, createSecretBox(secretKeys));
  return createAuthorizationServer({ database, issuer: portalUrl, keys, log }).callback();
}
