/** Payouts and rows as the contract has them, with the sentences of their remarks in the reader's language. */
import type { PayoutDetails, PayoutOverview, PayoutRow, zPayout } from '@calmly/contract';
import type { z } from 'zod';
import { fieldMessage } from '../../platform/http/messages.ts';
import type { Locale, Sql } from '../../platform/work.ts';
import type { Remark } from './row.ts';
import { readRows, type StoredRow } from './row-store.ts';
import { findSameFile, type StoredPayout } from './store.ts';

/** Rows that come with the payout itself. */
const firstRows = 100;

export const toPayout = (payout: StoredPayout): z.output<typeof zPayout> => ({
  id: payout.id,
  number: payout.number,
  name: payout.name,
  fileName: payout.fileName,
  status: payout.status,
  createdAt: payout.createdAt.toISOString(),
  updatedAt: payout.updatedAt.toISOString(),
  createdBy: payout.createdByName,
  version: payout.version,
  summary: { ...payout.summary, totals: [...payout.summary.totals], paid: 0, pending: 0, failed: 0 },
});

export async function readOverview(sql: Sql, payout: StoredPayout): Promise<PayoutOverview> {
  const { file, refusal, progress, columns, faults, warnings } = payout;
  return {
    ...toPayout(payout),
    file,
    refusal: refusal && { code: refusal.code, params: { ...refusal.params } },
    progress,
    columns: [...columns],
    faults: [...faults],
    warnings: [...warnings],
    sameFileAs: await findSameFile(sql, payout),
  };
}

export async function readDetails(sql: Sql, payout: StoredPayout, locale: Locale): Promise<PayoutDetails> {
  const [overview, rows] = await Promise.all([
    readOverview(sql, payout),
    // Rows are told once all of them are there.
    payout.status === 'READING' ? [] : readRows(sql, payout.id, { from: 1, limit: firstRows }),
  ]);
  return { ...overview, results: rows.map((row) => toRow(row, locale)) };
}

export function toRow(row: StoredRow, locale: Locale): PayoutRow {
  const faults = [...row.faults];
  const warnings = [...row.warnings];
  if (row.sameIdAs !== null)
    faults.push({ field: 'endToEndId', code: 'end_to_end_id_repeated', params: { position: row.sameIdAs } });
  if (row.samePaymentAs !== null)
    warnings.push({ field: 'amount', code: 'duplicate_in_file', params: { position: row.samePaymentAs } });
  const isRight = faults.length === 0;
  return {
    position: row.position,
    line: row.line,
    version: row.version,
    cells: row.cells,
    faults: faults.map((remark) => toRemark(remark, locale)),
    warnings: warnings.map((remark) => toRemark(remark, locale) as PayoutRow['warnings'][number]),
    amount: isRight ? row.amount : null,
    currency: isRight ? row.currency : null,
    fee: isRight ? row.fee : null,
    beneficiaryId: row.payeeId,
    paymentId: null,
    status: null,
  };
}

const days = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  ru: new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: 'UTC' }),
};

const toRemark = ({ field, code, params = {}, suggestions = [] }: Remark, locale: Locale) => ({
  field,
  code,
  message: fieldMessage(
    code,
    typeof params.day === 'string' ? { ...params, day: days[locale].format(new Date(params.day)) } : params,
    locale,
  ),
  suggestions: [...suggestions],
});
