/** The calls of accounts: endpoint to service or store. */
import * as contract from '@calmly/contract';
import type { Router } from '@calmly/platform/http/router.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import type { Documents } from '../documents/index.ts';
import type { Bank } from './bank.ts';
import * as changes from './changes.ts';
import type { DependingOrders } from './depending-orders.ts';
import { listIbanRequests, requestIban } from './ibans.ts';
import { renderRequisites } from './requisites-pdf.ts';
import { listAccounts, readAccount } from './service.ts';
import { readBalanceLine, summariseAccounts } from './summary.ts';

export interface AccountsParts {
  readonly bank: Bank;
  readonly prices: PriceProvider;
  readonly orders: DependingOrders;
  readonly documents: Pick<Documents, 'issue'>;
}

/** A connected application lists only the accounts that it was given access to. */
export function accountRoutes(router: Router, { bank, prices, orders, documents }: AccountsParts): void {
  router.read(contract.listAccounts, async (work, { query }) => {
    const { limit, currency } = query;
    const status = query.status === 'ALL' ? undefined : query.status;
    const { clientId, application } = requireClientActor(work);
    const among = application?.accountIds;
    const filter = { clientId, limit: limit + 1, after: cursorId(query.cursor), currency, status, among };
    return pageOf(await listAccounts(work.sql, bank, filter), limit);
  });
  router.read(contract.getAccount, (work, { params }) => readAccount(work, bank, params.id));
  router.read(contract.getAccountBalances, (work, { params, query }) =>
    readBalanceLine(work, { ...params, ...query }),
  );
  router.read(contract.summariseAccounts, (work, { query }) => {
    const { clientId } = requireClientActor(work);
    return summariseAccounts(work.sql, prices, work.now, { ...query, clientId });
  });
  router.write(contract.openAccount, (work, { body }) =>
    changes.openOwnAccount(work, requireClientActor(work), bank, body),
  );
  router.write(contract.renameAccount, (work, { params, body }) =>
    changes.renameAccount(work, requireClientActor(work), bank, { ...params, ...body }),
  );
  router.write(contract.closeAccount, (work, { params, query }) =>
    changes.closeAccount(
      work,
      requireClientActor(work),
      { bank, orders },
      { ...params, known: query.orders },
    ),
  );
  router.read(contract.downloadRequisites, async (work, { params, query }) => {
    const account = await readAccount(work, bank, params.id);
    const { clientId } = requireClientActor(work);
    const order = { clientId, kind: 'REQUISITES', locale: query.locale } as const;
    return {
      fileName: `${account.iban ?? account.number}.pdf`,
      content: await documents.issue.file(work, order, (mark) =>
        renderRequisites(clientId, account, query, work.now, mark),
      ),
    };
  });
  router.write(contract.requestIban, (work, { body }) => requestIban(work, requireClientActor(work), body));
  router.read(contract.listIbanRequests, async (work, { query }) => {
    const { clientId } = requireClientActor(work);
    const page = { clientId, limit: query.limit + 1, before: cursorId(query.cursor) };
    return pageOf(await listIbanRequests(work, page), query.limit);
  });
}
