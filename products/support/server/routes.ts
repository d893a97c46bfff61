/** The calls of conversations. */
import * as contract from '@calmly/contract';
import type { Router } from '@calmly/platform/http/router.ts';
import { cursorId } from '@calmly/platform/page.ts';
import type { Documents } from '../../accounts/server/documents/index.ts';
import { requireClientActor } from '../../identity/server/index.ts';
import * as service from './service.ts';
import { countUnread, listWithin } from './store.ts';
import { readerOf, readSubject } from './subjects.ts';
import { toConversations } from './view.ts';

const mostCounted = 100;

/** Unread conversations are counted to 100 at most. */
export function supportRoutes(router: Router, documents: Pick<Documents, 'requireContent'>): void {
  router.read(contract.listConversations, async (work, { query: { limit, cursor, state } }) => {
    const actor = requireClientActor(work);
    const page = { state, before: cursorId(cursor), limit: limit + 1 };
    const rows = await listWithin(work.sql, service.reachOf(actor), page);
    const shown = rows.slice(0, limit);
    return {
      Items: await toConversations(work.sql, actor, shown),
      NextCursor: rows.length > limit ? (shown.at(-1)?.lastMessageId ?? null) : null,
    };
  });
  router.write(contract.startConversation, (work, { body }) =>
    service.startConversation(work, requireClientActor(work), body),
  );
  router.read(contract.getConversation, (work, { params: { id } }) =>
    service.readDetails(work, requireClientActor(work), id),
  );
  router.read(contract.listMessages, (work, { params: { id }, query }) =>
    service.readMessages(work, requireClientActor(work), id, query),
  );
  router.write(contract.sendMessage, (work, { params: { id }, body }) =>
    service.sendMessage(work, requireClientActor(work), id, body),
  );
  router.write(contract.closeConversation, (work, { params: { id } }) =>
    service.closeConversation(work, requireClientActor(work), id),
  );
  router.write(contract.readConversation, (work, { params: { id }, body }) =>
    service.markRead(work, requireClientActor(work), id, body.upTo),
  );
  router.read(contract.countUnreadConversations, async (work) => {
    const actor = requireClientActor(work);
    return { count: await countUnread(work.sql, service.reachOf(actor), actor.personId, mostCounted) };
  });
  router.read(contract.getSupportSubject, (work, { params: { id }, query: { kind } }) =>
    readSubject(work.sql, readerOf(requireClientActor(work), work.request?.locale ?? 'en'), { kind, id }),
  );
  router.read(contract.getSupportDocument, (work, { params }) =>
    service.readDocument(work, requireClientActor(work), documents, params),
  );
}
