/** The calls of browsers that show notifications. */
import {
  getPushBrowsers,
  keepPushBrowser,
  mostPushBrowsers,
  type PushBrowser,
  removePushBrowser,
  savePushBrowser,
} from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import type { Router } from '@calmly/platform/http/router.ts';
import type { GuardedPost } from '@calmly/platform/outbound/guarded-post.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { findSignedIn, namesOf, requireClientActor } from '../../../../identity/server/index.ts';
import { isCurvePoint } from './encryption.ts';
import type { LoadPushKey } from './push-key.ts';
import * as store from './store.ts';

export interface PushRouteOptions {
  readonly guarded: Pick<GuardedPost, 'allows'>;
  readonly loadKey: LoadPushKey;
}

const longestUserAgent = 500;

/** Browsers whose sessions have ended are not listed. Saving one may delete the person's oldest. */
export function webPushRoutes(router: Router, { guarded, loadKey }: PushRouteOptions): void {
  router.read(getPushBrowsers, async (work) => {
    const { personId, sessionId } = requireClientActor(work);
    const all = await store.listSubscriptions(work.sql, personId);
    const signedIn = await findSignedIn(
      work.sql,
      all.map((each) => each.sessionId),
    );
    const { publicKey } = await loadKey(work.sql);
    const browsers = all.filter((each) => signedIn.has(each.sessionId)).slice(0, mostPushBrowsers);
    return { publicKey, browsers: browsers.map((each) => shownTo(sessionId, each)) };
  });

  router.write(savePushBrowser, async (work, { body }) => {
    const { personId, sessionId } = requireClientActor(work);
    const publicKey = Buffer.from(body.publicKey, 'base64url');
    if (!guarded.allows(body.endpoint)) throw badFields({ field: 'endpoint', code: 'invalid' });
    if (!isCurvePoint(publicKey)) throw badFields({ field: 'publicKey', code: 'invalid' });
    const saved = await store.upsertSubscription(work.sql, {
      id: work.newId(),
      personId,
      sessionId,
      endpoint: body.endpoint,
      publicKey,
      secret: Buffer.from(body.secret, 'base64url'),
      userAgent: userAgentOf(work),
      details: body.details,
    });
    if (!saved) throw badFields({ field: 'endpoint', code: 'invalid' });
    await store.deleteReplaced(work.sql, { personId, id: saved.id, sessionId }, mostPushBrowsers);
    await audit(work, { action: 'notifications.browser_saved', details: { details: body.details } });
    return shownTo(sessionId, saved);
  });

  router.write(keepPushBrowser, async (work, { body }) => {
    const { personId, sessionId } = requireClientActor(work);
    const { endpoint } = body;
    if (!(await store.touchSubscription(work.sql, { personId, sessionId, endpoint })))
      throw new Problem('not_found');
    return undefined;
  });

  router.write(removePushBrowser, async (work, { params }) => {
    const { personId } = requireClientActor(work);
    if (!(await store.deleteOwn(work.sql, personId, params.id))) throw new Problem('not_found');
    await audit(work, { action: 'notifications.browser_removed' });
    return undefined;
  });
}

const userAgentOf = ({ request }: Work) => (request?.userAgent ?? '').slice(0, longestUserAgent);

const shownTo = (
  ownSessionId: string,
  { id, sessionId, userAgent, details, addedAt, lastUsedAt }: store.Subscription,
): PushBrowser => ({
  id,
  ...namesOf(userAgent),
  current: sessionId === ownSessionId,
  details,
  addedAt: addedAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
});
