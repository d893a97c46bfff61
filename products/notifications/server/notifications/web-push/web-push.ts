/** Assembles web push: its calls, and the carrier of its messages for the outbox. */
import type { Router } from '@calmly/platform/http/router.ts';
import { createGuardedPost } from '@calmly/platform/outbound/guarded-post.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { Carrier } from '@calmly/providers/outbox/delivery.ts';
import { createPushCarrier } from './carrier.ts';
import { createPushKeys } from './push-key.ts';
import { webPushRoutes } from './routes.ts';

export interface WebPushOptions {
  readonly sql: Sql;
  readonly portalUrl: string;
  readonly secretKeys: readonly Buffer[];
  readonly webPush?:
    | { readonly contact: string | undefined; readonly trustedOrigins: readonly string[] }
    | undefined;
}

export interface WebPush {
  readonly routes: (router: Router) => void;
  readonly carrier: Carrier;
}

/** Push services require a contact; a portal on this machine has none. */
const noContact = 'mailto:push@calmly.example';

/**
 * Without a configured contact, push services get the portal's address if it is https, otherwise a
 * placeholder.
 */
export function createWebPush({ sql, portalUrl, secretKeys, webPush }: WebPushOptions): WebPush {
  const guarded = createGuardedPost({ trustedOrigins: webPush?.trustedOrigins ?? [] });
  const loadKey = createPushKeys(secretKeys);
  const contact = webPush?.contact ?? (portalUrl.startsWith('https:') ? portalUrl : noContact);
  return {
    routes: (router) => webPushRoutes(router, { guarded, loadKey }),
    carrier: createPushCarrier({ sql, guarded, loadKey, contact }),
  };
}
