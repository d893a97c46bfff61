/** The calls of requests for money, of the links to public pages, and of the page itself. */
import {
  cancelMoneyRequest,
  createMoneyRequest,
  createPayLink,
  getMoneyRequest,
  getPayPage,
  getPayPageDocument,
  listMoneyRequests,
  listPayLinks,
  reviewStatuses,
  revokePayLink,
} from '@calmly/contract';
import type { Router } from '@calmly/platform/http/router.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { badFields } from '@calmly/platform/problem.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import { listLinks } from './link-store.ts';
import { createLink, type LinkTools, revokeLink, toPayLink } from './links.ts';
import { type PageTools, readPage, readPageDocument } from './page.ts';
import { cancelRequest, createRequest, readDetails } from './service.ts';
import { listPage } from './store.ts';
import { toMoneyRequest } from './view.ts';

/** The public page and its documents are for anyone with the link's token. */
export function requestRoutes(router: Router, tools: LinkTools & PageTools): void {
  router.write(createMoneyRequest, async (work, { body }) => {
    const actor = requireClientActor(work);
    const { id } = await createRequest(work, actor, body);
    return readDetails(work.sql, { clientId: actor.clientId, id });
  });

  router.read(listMoneyRequests, async (work, { query }) => {
    const { clientId } = requireClientActor(work);
    checkStatuses(query.status);
    const rows = await listPage(work.sql, clientId, query);
    return pageOf(rows.map(toMoneyRequest), query.limit);
  });

  router.read(getMoneyRequest, (work, { params: { id } }) =>
    readDetails(work.sql, { clientId: requireClientActor(work).clientId, id }),
  );

  router.write(cancelMoneyRequest, async (work, { params: { id } }) => {
    const actor = requireClientActor(work);
    await cancelRequest(work, actor, id);
    return readDetails(work.sql, { clientId: actor.clientId, id });
  });

  router.read(listPayLinks, async (work, { query }) => {
    const actor = requireClientActor(work);
    const { limit, cursor, accountId, requestId } = query;
    const by = { clientId: actor.clientId, accountId, requestId, before: cursorId(cursor), limit: limit + 1 };
    const rows = await listLinks(work.sql, by);
    return pageOf(
      rows.map((link) => toPayLink(tools, actor, link)),
      limit,
    );
  });

  router.write(createPayLink, (work, { body }) => createLink(work, tools, requireClientActor(work), body));

  router.write(revokePayLink, async (work, { params: { id } }) => {
    await revokeLink(work, requireClientActor(work).clientId, id);
    return undefined;
  });

  router.read(getPayPage, (work, { params }) => readPage(work.sql, tools, params.token));

  router.read(getPayPageDocument, (work, { params }) => readPageDocument(work.sql, tools, params));
}

const known = new Set<string>(reviewStatuses);

function checkStatuses(text: string | undefined): void {
  if (text !== undefined && !text.split(',').every((status) => known.has(status)))
    throw badFields({ field: 'status', code: 'invalid' });
}
