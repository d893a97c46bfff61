/**
 * Requests for money: a client asks someone to pay, and credits that quote the request's reference settle it. Also the public pages that
 * show a payer what to enter. Owns the schema `requests`; it moves and holds no money.
 *
 * A job reports each credit that quotes a reference. Source: server page section 8; specification sections 3, 7.
 */
import type { Module } from '@calmly/platform/module.ts';
import { sealedIn } from '@calmly/platform/secrets/sealing-keys.ts';
import { createSecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { Bank } from '../../../accounts/server/accounts/index.ts';
import type { Documents } from '../../../accounts/server/documents/index.ts';
import { quotedTask } from '../../../accounts/server/transactions/index.ts';
import { activity } from './activity.ts';
import { placeOf } from './links.ts';
import { noticeOverdue, overdueTask } from './overdue.ts';
import { requestRoutes } from './routes.ts';
import { requestSearch } from './search.ts';
import { settleByCredit } from './settle.ts';

/** Values sealed with the server's keys. */
export const sealedLinks = sealedIn({
  what: 'payment links',
  table: 'requests.link',
  column: 'sealed_token',
  key: ['id'],
  placeOf,
});

export { overdueTask } from './overdue.ts';
export { createRequest } from './service.ts';
export { findRequest, listExpected } from './store.ts';

export interface RequestsOptions {
  readonly bank: Bank;
  readonly documents: Pick<Documents, 'requireContent'>;
  /** Address of the portal, without a slash at its end. */
  readonly portalUrl: string;
  /** What seals the links' tokens. */
  readonly secretKeys: readonly Buffer[];
}

export function createRequestsModule({ bank, documents, portalUrl, secretKeys }: RequestsOptions): Module {
  const tools = { bank, documents, portalUrl, box: createSecretBox(secretKeys) };
  return {
    name: 'requests',
    activity,
    routes: (router) => requestRoutes(router, tools),
    search: [requestSearch],
    jobs: {
      [quotedTask]: (work, payload) => settleByCredit(work, String(payload)),
      [overdueTask]: { isPersistent: true, lane: 'messages', inside: noticeOverdue },
    },
  };
}
