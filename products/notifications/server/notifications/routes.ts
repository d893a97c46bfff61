/** The calls of notifications: endpoint to store. */
import {
  countUnread,
  getNotificationChoices,
  getQuietHours,
  listNotifications,
  markAllRead,
  markRead,
  saveNotificationChoice,
  saveQuietHours,
} from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import type { Router } from '@calmly/platform/http/router.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { requireClientActor, seesConfidential } from '../../../identity/server/index.ts';
import { changeQuietHours, readQuietHours } from './quiet/settings.ts';
import { checkChoice, choicesOf } from './rules.ts';
import * as store from './store.ts';

const mostCounted = 100;

/** Unread ones are counted to 100 at most. Marking one as read that is not the reader's is `not_found`. */
export function notificationRoutes(router: Router): void {
  router.read(listNotifications, async (work, { query: { limit, cursor, state } }) => {
    const page = { limit: limit + 1, before: cursorId(cursor), unread: state === 'unread' };
    return pageOf(await store.listPage(work.sql, readerOf(work), page), limit);
  });
  router.read(countUnread, async (work) => ({
    count: await store.countUnread(work.sql, readerOf(work), mostCounted),
  }));
  router.write(markRead, async (work, { params }) => {
    const reader = readerOf(work);
    if (!(await store.markRead(work.sql, reader, params.id))) throw new Problem('not_found');
    await publish(work.sql, reader.clientId, { topic: 'notifications' });
    return undefined;
  });
  router.write(markAllRead, async (work, { body }) => {
    const reader = readerOf(work);
    await store.markReadUpTo(work.sql, reader, body.upTo);
    await publish(work.sql, reader.clientId, { topic: 'notifications' });
    return undefined;
  });
  router.read(getQuietHours, readQuietHours);
  router.write(saveQuietHours, (work, { body }) => changeQuietHours(work, body));
  router.read(getNotificationChoices, choicesOfActor);
  router.write(saveNotificationChoice, async (work, { body }) => {
    const { personId } = requireClientActor(work);
    const rejection = checkChoice(body);
    if (rejection) throw badFields(rejection);
    await store.upsertChoice(work.sql, personId, body);
    const { topic, portal, email, sms, push } = body;
    await audit(work, { action: 'notifications.chosen', details: { topic, portal, email, sms, push } });
    return choicesOfActor(work);
  });
}

function readerOf(work: Work): store.Reader {
  const actor = requireClientActor(work);
  return { personId: actor.personId, clientId: actor.clientId, seesConfidential: seesConfidential(actor) };
}

async function choicesOfActor(work: Work) {
  const { personId } = requireClientActor(work);
  const chosen = await store.findChoices(work.sql, [personId]);
  return { choices: choicesOf(chosen.get(personId) ?? new Map()) };
}
