/** The calls of payouts. */
import {
  cancelPayout,
  changePayoutRows,
  confirmPayout,
  createPayout,
  deletePayout,
  downloadPayoutResults,
  downloadPayoutTemplate,
  findPayoutRows,
  getPayout,
  isSentForApproval,
  listPayoutRows,
  listPayouts,
  mapPayout,
  payoutStatuses,
  previewPayout,
  repairPayout,
  repeatFailedRows,
  replacePayoutFile,
  type SentForApproval,
  setPayoutConfidential,
  uploadPayoutFile,
} from '@calmly/contract';
import type { Database } from '../../platform/database.ts';
import type { Router } from '../../platform/http/router.ts';
import { cursorId, pageOf } from '../../platform/page.ts';
import type { Work } from '../../platform/work.ts';
import type { Bank } from '../accounts/index.ts';
import { requireClientActor, seesConfidential } from '../identity/index.ts';
import { changeRows } from './editing/change-rows.ts';
import { repairRows } from './editing/repair-rows.ts';
import { setConfidential } from './editing/set-confidential.ts';
import { csvTemplate, xlsxTemplate } from './files/columns/template.ts';
import { findRuns, readRows } from './row-store.ts';
import { repeatFailed } from './sending/again.ts';
import { confirm, previewPayout as preview } from './sending/confirm.ts';
import { cancelScheduled } from './sending/pay.ts';
import { resultsFile } from './sending/results.ts';
import * as service from './service.ts';
import { listPage, type StoredPayout } from './store.ts';
import { readDetails, readFigures, toPayouts, toRows } from './view.ts';

export interface PayoutTools {
  readonly database: Database;
  readonly bank: Bank;
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
    return { runs: payout.status === 'READING' ? [] : await findRuns(work.sql, payout.id, query) };
  });

  router.write(changePayoutRows, (work, { params: { id }, body }) =>
    changeRows(work, requireClientActor(work), bank, id, body),
  );

  router.write(repairPayout, (work, { params: { id }, body }) =>
    repairRows(work, requireClientActor(work), bank, id, body),
  );

  router.read(previewPayout, (work, { params: { id } }) => preview(work, requireClientActor(work), id));

  router.write(confirmPayout, async (work, { params: { id }, body }) =>
    detailsOrSent(work, await confirm(work, requireClientActor(work), bank, id, body)),
  );

  router.write(cancelPayout, async (work, { params: { id } }) => {
    const any = { statuses: payoutStatuses, version: 'any' } as const;
    const payout = await service.requireLocked(work.sql, requireClientActor(work), id, any);
    return details(work, await cancelScheduled(work, payout));
  });

  router.write(repeatFailedRows, async (work, { params: { id } }) =>
    details(work, await repeatFailed(work, requireClientActor(work), bank, id)),
  );

  router.read(downloadPayoutResults, async (work, { params: { id }, query: { locale } }) => {
    const payout = await service.requirePayout(work.sql, requireClientActor(work), id);
    return resultsFile(database.sql, payout, locale);
  });

  router.read(downloadPayoutTemplate, async (_work, { query: { format, locale } }) => ({
    fileName: `${templateNames[locale]}.${format}`,
    mediaType: templateTypes[format],
    content: format === 'csv' ? csvTemplate(locale) : xlsxTemplate(locale),
  }));
}
