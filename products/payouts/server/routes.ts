/** The calls of payouts. */
import {
  cancelPayout,
  cancelRepair,
  changePayoutRows,
  confirmPayout,
  countUnpaidRows,
  createPayout,
  deletePayout,
  downloadPayeeTemplate,
  downloadPayoutResults,
  downloadPayoutTemplate,
  findPayoutRows,
  getPayout,
  isSentForApproval,
  listPayoutPayees,
  listPayoutRows,
  listPayouts,
  listReviewRows,
  mapPayout,
  payoutStatuses,
  previewPayout,
  renamePayout,
  repairPayout,
  repeatFailedRows,
  replacePayoutFile,
  reviewPayout,
  type SentForApproval,
  savePayoutPayees,
  setPayoutConfidential,
  undoRepair,
  uploadPayoutFile,
} from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import type { Router } from '@calmly/platform/http/router.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { NameChecks } from '@calmly/providers/name-check/name-check.ts';
import type { Bank } from '../../accounts/server/accounts/index.ts';
import { requireClientActor, seesConfidential } from '../../identity/server/index.ts';
import { reviewPayout as review, reviewRows } from './approving/review.ts';
import { changeRows } from './editing/change-rows.ts';
import * as repairs from './editing/repair-rows.ts';
import { setConfidential } from './editing/set-confidential.ts';
import { csvTemplate, csvTemplateOf, xlsxTemplate } from './files/columns/template.ts';
import { countUnpaid, repeatUnpaid } from './outcomes/again.ts';
import { findPositions } from './outcomes/outcome-store.ts';
import { resultsCsv } from './outcomes/results-csv.ts';
import { resultsPain002 } from './outcomes/results-pain002.ts';
import { listNewPayees } from './payees/payee-store.ts';
import { payeeRows } from './payees/payee-template.ts';
import { savePayees } from './payees/save-payees.ts';
import { readRows } from './row-store.ts';
import { confirm, previewPayout as preview } from './sending/confirm.ts';
import { takeBack } from './sending/take-back.ts';
import * as service from './service.ts';
import { listPage, type StoredPayout } from './store.ts';
import { readDetails, readFigures, readOverview, toNewPayee, toPayouts, toRows } from './view.ts';

export interface PayoutTools {
  readonly database: Database;
  readonly bank: Bank;
  readonly nameChecks: NameChecks;
}

const localeOf = ({ request }: Work) => request?.locale ?? 'en';
const detailsOrSent = async (work: Work, outcome: StoredPayout | SentForApproval) =>
  isSentForApproval(outcome) ? outcome : details(work, outcome);
const details = async (work: Work, payout: StoredPayout) => readDetails(work.sql, payout, localeOf(work));

const templateTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
const templateNames = { en: 'calmly-payments', ru: 'calmly-платежи' } as const;

/** While a payout is READING, all answers about its rows are empty. */
export function payoutRoutes(router: Router, { database, bank }: PayoutTools): void {
  router.read(listPayouts, async (work, { query: { limit, cursor, state } }) => {
    const actor = requireClientActor(work);
    const { clientId } = actor;
    const found = await listPage(work.sql, { clientId, state, before: cursorId(cursor), limit: limit + 1 });
    return pageOf(await toPayouts(work.sql, found, seesConfidential(actor)), limit);
  });

  router.write(createPayout, async (work, { body }) =>
    details(work, await service.createPayout(work, requireClientActor(work), body)),
  );

  router.read(getPayout, async (work, { params: { id } }) => {
    const actor = requireClientActor(work);
    const payout = await service.requireFigures(work.sql, actor, id);
    const isOpen = seesConfidential(actor) || !payout.confidential;
    return isOpen ? details(work, payout) : readFigures(work.sql, payout);
  });

  router.write(setPayoutConfidential, async (work, { params: { id }, body }) =>
    details(work, await setConfidential(work, requireClientActor(work), bank, id, body)),
  );

  router.write(replacePayoutFile, async (work, { params: { id }, body }) =>
    details(work, await service.replaceFile(work, requireClientActor(work), id, body)),
  );

  router.own(uploadPayoutFile, async (work, { params: { id }, query }) =>
    details(work, await service.receiveFile(work, database, requireClientActor(work), id, query)),
  );

  router.write(mapPayout, async (work, { params: { id }, body }) =>
    details(work, await service.mapColumns(work, requireClientActor(work), id, body)),
  );

  router.write(deletePayout, async (work, { params: { id } }) => {
    await service.discardPayout(work, requireClientActor(work), id);
    return undefined;
  });

  router.read(listPayoutRows, async (work, { params: { id }, query }) => {
    const payout = await service.requirePayout(work.sql, requireClientActor(work), id);
    const rows = payout.status === 'READING' ? [] : await readRows(work.sql, payout.id, query);
    return { rows: await toRows(work.sql, rows, localeOf(work)) };
  });

  router.read(findPayoutRows, async (work, { params: { id }, query }) => {
    const payout = await service.requirePayout(work.sql, requireClientActor(work), id);
    return { runs: payout.status === 'READING' ? [] : await findPositions(work.sql, payout.id, query) };
  });

  router.write(changePayoutRows, (work, { params: { id }, body }) =>
    changeRows(work, requireClientActor(work), bank, id, body),
  );

  router.write(repairPayout, (work, { params: { id }, body }) =>
    repairs.repairRows(work, requireClientActor(work), bank, id, body),
  );

  router.write(cancelRepair, async (work, { params: { id } }) =>
    readOverview(work.sql, await repairs.cancelRepair(work, requireClientActor(work), id)),
  );

  router.write(undoRepair, async (work, { params: { id }, body }) =>
    readOverview(work.sql, await repairs.undoRepair(work, requireClientActor(work), bank, id, body)),
  );

  router.read(listPayoutPayees, async (work, { params: { id }, query }) => {
    const payout = await service.requirePayout(work.sql, requireClientActor(work), id);
    if (payout.status === 'READING') return { total: 0, payees: [] };
    const { total, payees } = await listNewPayees(work.sql, payout.id, query);
    return { total, payees: payees.map(toNewPayee) };
  });

  router.write(savePayoutPayees, (work, { params: { id }, body }) =>
    savePayees(work, requireClientActor(work), bank, id, body),
  );

  router.read(previewPayout, (work, { params: { id } }) =>
    preview(work, requireClientActor(work), database, id),
  );

  router.write(confirmPayout, async (work, { params: { id }, body }) =>
    detailsOrSent(work, await confirm(work, requireClientActor(work), id, body)),
  );

  router.read(reviewPayout, (work, { params: { id } }) => review(work, database, id));

  router.read(listReviewRows, (work, { params: { id }, query }) => reviewRows(work, id, query));

  router.write(cancelPayout, async (work, { params: { id } }) => {
    const any = { statuses: payoutStatuses, version: 'any' } as const;
    const payout = await service.requireLocked(work.sql, requireClientActor(work), id, any);
    return details(work, await takeBack(work, payout));
  });

  router.read(countUnpaidRows, (work, { params: { id } }) => countUnpaid(work, requireClientActor(work), id));

  router.write(repeatFailedRows, async (work, { params: { id }, body: { include } }) =>
    details(work, await repeatUnpaid(work, requireClientActor(work), bank, id, include)),
  );

  router.write(renamePayout, async (work, { params: { id }, body }) =>
    readOverview(work.sql, await service.renamePayout(work, requireClientActor(work), id, body)),
  );

  router.read(downloadPayoutResults, async (work, { params: { id }, query: { locale, format } }) => {
    const payout = await service.requirePayout(work.sql, requireClientActor(work), id);
    return format === 'csv'
      ? resultsCsv(database.sql, payout, locale)
      : resultsPain002(database.sql, payout, { locale, now: work.now, messageId: work.newId() });
  });

  router.read(downloadPayoutTemplate, async (_work, { query: { format, locale } }) => ({
    fileName: `${templateNames[locale]}.${format}`,
    mediaType: templateTypes[format],
    content: format === 'csv' ? csvTemplate(locale) : xlsxTemplate(locale),
  }));

  router.read(downloadPayeeTemplate, async (work, { query: { format, locale } }) => {
    const rows = payeeRows(database.sql, requireClientActor(work).clientId);
    return {
      fileName: `${templateNames[locale]}.${format}`,
      mediaType: templateTypes[format],
      content: format === 'csv' ? csvTemplateOf(locale, rows) : xlsxTemplate(locale, rows),
    };
  });
}
