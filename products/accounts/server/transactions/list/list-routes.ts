/** The calls of the list: pages, sums, export, and what a person keeps of it. */
import {
  changeView as changeViewEndpoint,
  deleteView,
  type ExportColumn,
  exportColumns,
  exportPayments,
  getListSettings,
  listLastPaid,
  listPayments,
  type PaymentsFilter,
  saveColumns,
  saveView as saveViewEndpoint,
  summarisePayments,
} from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import type { Router } from '@calmly/platform/http/router.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import { cardAccountsOf } from '../../../../ledger/server/index.ts';
import { listAccountsOf } from '../../accounts/index.ts';
import { viewerOf } from '../confidential/audience.ts';
import { findOrderedBy } from '../ordered/earlier.ts';
import type { Products } from '../products.ts';
import { toPayment } from '../transaction.ts';
import { type ExportOrder, exportFile } from './export.ts';
import type { Whose } from './filter.ts';
import { findLastPaid } from './last-paid-store.ts';
import { listPage } from './list-store.ts';
import { changeView, saveView } from './saved-views.ts';
import { findColumns, listViews, removeView, writeColumns } from './saved-views-store.ts';
import { summarise } from './sums.ts';

/**
 * Payments are read as the actor may see them (`viewerOf`); a connected application gets only its accounts.
 */
export function listRoutes(
  router: Router,
  products: Pick<Products, 'heldIds' | 'bookkeeping' | 'partsOfTrades'>,
): void {
  const whoseOf = (work: Work, filter: PaymentsFilter): Promise<Whose> => readWhose(work, products, filter);

  router.read(listPayments, async (work, { query }) => {
    const page = await listPage(work.sql, await whoseOf(work, query), await walkable(work, query));
    const orderedBy = await findOrderedBy(work.sql, requireClientActor(work), page.transactions);
    return {
      Items: page.transactions.map((transaction) => toPayment(transaction, orderedBy(transaction))),
      NextCursor: page.cursor ?? null,
      LookedBackTo: page.lookedBackTo?.toISOString() ?? null,
    };
  });

  router.read(listLastPaid, async (work, { query }) => ({
    Items: (await findLastPaid(work.sql, viewerOf(requireClientActor(work)), query.beneficiaryIds)).map(
      ({ amountMinor, createdAt, ...paid }) => ({
        ...paid,
        amount: formatDecimal(amountMinor, paid.currency),
        createdAt: createdAt.toISOString(),
      }),
    ),
  }));

  router.read(summarisePayments, async (work, { query }) =>
    summarise(work.sql, await whoseOf(work, query), await walkable(work, query)),
  );

  router.read(exportPayments, async (work, { query: { format, locale, timeZone, ...filter } }) =>
    exportRows(work, products, { filter, format, locale, timeZone }),
  );

  router.read(getListSettings, async ({ sql, ...work }) => {
    const keeper = requireClientActor(work);
    const [views, columns] = await Promise.all([listViews(sql, keeper), findColumns(sql, keeper.personId)]);
    return { views, columns: columns ?? null };
  });

  router.write(saveViewEndpoint, (work, { body }) => saveView(work, body));

  router.write(changeViewEndpoint, (work, { params, body }) => changeView(work, params.id, body));

  router.write(deleteView, async (work, { params }) => {
    if (!(await removeView(work.sql, requireClientActor(work), params.id))) throw new Problem('not_found');
    return undefined;
  });

  router.write(saveColumns, async (work, { body }) => {
    await writeColumns(work.sql, requireClientActor(work).personId, body.columns);
    return undefined;
  });
}

/** Whose transactions the actor may list. */
async function readWhose(
  work: Work,
  { heldIds, bookkeeping }: Pick<Products, 'heldIds' | 'bookkeeping'>,
  filter: PaymentsFilter,
): Promise<Whose> {
  const actor = requireClientActor(work);
  const { clientId, application } = actor;
  return {
    ...viewerOf(actor),
    accountIds: application?.accountIds,
    heldIds: heldIds(clientId),
    hasCategory: bookkeeping.hasCategory,
    needsReceipt: filter.receipt === undefined ? undefined : await bookkeeping.needsReceipt(work, clientId),
  };
}

export interface ExportRequest extends Omit<ExportOrder, 'columns'> {
  /** All of them unless said. */
  readonly columns?: readonly ExportColumn[] | undefined;
  /** Only these accounts; all unless said. */
  readonly accountIds?: readonly string[] | undefined;
}

/** The rows of the list that the actor may see, as a file. */
export async function exportRows(
  work: Work,
  products: Pick<Products, 'heldIds' | 'bookkeeping' | 'partsOfTrades'>,
  { filter, accountIds, columns = exportColumns, ...order }: ExportRequest,
) {
  const whose = await readWhose(work, products, filter);
  const [only, ...others] = accountIds ?? [];
  // An index walks one account.
  const walked = only && others.length === 0 ? { ...filter, accountId: only } : await walkable(work, filter);
  return exportFile(
    work.sql,
    requireClientActor(work),
    { ...whose, accountIds: whose.accountIds ?? accountIds },
    products,
    { ...order, columns, filter: walked },
  );
}

/** If one account only holds the currency, and no card does, filters by that account, which an index can walk. */
async function walkable<Filter extends PaymentsFilter>(work: Work, filter: Filter): Promise<Filter> {
  const { currency, accountId, beneficiaryId } = filter;
  if (currency === undefined || accountId !== undefined || beneficiaryId !== undefined) return filter;
  const { clientId } = requireClientActor(work);
  const holding = [
    ...(await listAccountsOf(work.sql, clientId)),
    ...(await cardAccountsOf(work.sql, clientId)),
  ];
  const [only, ...others] = holding.filter((account) => account.currency === currency);
  return only && others.length === 0 ? { ...filter, accountId: only.id } : filter;
}
