/**
 * Web push: notifications shown by a browser while the portal is closed. A *browser* here is a person's push subscription (W3C Push API): an address
 * at its vendor's push service, and keys so that only the browser can read messages. The address is a secret: nothing returns it.
 */

import { zId, zIdParam, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

/** In base64url, without padding: a point of P-256 (65 bytes), and the secret of a subscription (16). */
const zPoint = z.string().regex(/^[A-Za-z0-9_-]{87}$/);
const zSecret = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

/** Maximum number of browsers per person; the least recently used one is removed. */
export const mostPushBrowsers = 10;

const zEndpoint = z.url({ protocol: /^https?$/ }).max(1000);

export const zPushBrowser = wire({
  id: ['Id', zId],
  browser: ['Browser', z.string().nullable()],
  system: ['System', z.string().nullable()],
  /** Whether it was last seen in the current session. */
  current: ['Current', z.boolean()],
  /** Whether it shows amounts and names. */
  details: ['Details', z.boolean()],
  addedAt: ['AddedAt', zTime],
  /** When it was last signed in or received a notification. */
  lastUsedAt: ['LastUsedAt', zTime],
});
export type PushBrowser = z.output<typeof zPushBrowser>;

export const getPushBrowsers = endpoint({
  id: 'getPushBrowsers',
  method: 'GET',
  path: '/push-browsers',
  tag: 'Notifications',
  summary:
    'List the browsers that show notifications, most recently used first, and the key to subscribe with',
  access: 'client',
  presence: 'required',
  response: wire({
    /** The bank's VAPID key, P-256 uncompressed, base64url: `applicationServerKey`. */
    publicKey: ['PublicKey', zPoint],
    browsers: ['Browsers', z.array(zPushBrowser).max(mostPushBrowsers)],
  }),
});

export const savePushBrowser = endpoint({
  id: 'savePushBrowser',
  method: 'PUT',
  path: '/push-browsers',
  tag: 'Notifications',
  summary:
    'Turn on notifications in the browser that asks, or change what they say; another person’s on the same browser end',
  access: 'client',
  presence: 'required',
  body: wire({
    /** `PushSubscription.endpoint`. */
    endpoint: ['Endpoint', zEndpoint],
    /** `getKey('p256dh')` and `getKey('auth')`. */
    publicKey: ['P256dh', zPoint],
    secret: ['Auth', zSecret],
    details: ['Details', z.boolean()],
  }),
  response: zPushBrowser,
});

export const keepPushBrowser = endpoint({
  id: 'keepPushBrowser',
  method: 'PUT',
  path: '/push-browser',
  tag: 'Notifications',
  summary:
    'Say that the browser is signed in again, so that it stays in the list; 404 if it is not in the list of this person',
  access: 'client',
  presence: 'open',
  body: wire({ endpoint: ['Endpoint', zEndpoint] }),
});

export const removePushBrowser = endpoint({
  id: 'removePushBrowser',
  method: 'DELETE',
  path: '/push-browsers/{id}',
  tag: 'Notifications',
  summary: 'Turn off notifications in one browser',
  access: 'client',
  presence: 'open',
  params: zIdParam,
});
