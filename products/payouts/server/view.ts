/** Payouts and rows in the contract's form, with the sentences of their remarks in the reader's language. */
import type {
  FieldProblemCode,
  NewPayoutPayee,
  PaymentStatus,
  Payout,
  PayoutDetails,
  PayoutOverview,
  PayoutRepair,
  PayoutRow,
  ProblemCode,
} from '@calmly/contract';
import { longDate } from '@calmly/domain';
import { fieldMessage, problemMessage } from '@calmly/platform/http/calls/messages.ts';
import type { Locale, Sql } from '@calmly/platform/work.ts';
import { countByPayout, failedStatuses, findStatuses } from '../../accounts/server/transactions/index.ts';
import { listRepairs } from './editing/repair-store.ts';
import { findPaidFile, findSameFile } from './file-store.ts';
import { canBePerson, kindOfPayee, payeeOf } from './payees/payee-of-row.ts';
import type { ListedPayee } from './payees/payee-store.ts';
import type { Remark, RowRefusal } from './row.ts';
import { readRows, type StoredRow } from './row-store.ts';
import { countRefused } from './sending/sending-store.ts';
import type { StoredPayout } from './store.ts';

/** Number of rows included in the payout itself. */
const firstRows = 100;

/** Payouts with the outcomes of their payments; `sees`: the reader may see confidential ones. */
export async function toPayouts(
  sql: Sql,
  payouts: readonly StoredPayout[],
  sees: boolean,
): Promise<Payout[]> {
  const outcomes = await readOutcomes(sql, payouts);
  return payouts.map((payout) => ({
    id: payout.id,
    number: payout.number,
    name: sees || !payout.confidential ? payout.name : '',
    fileName: sees || !payout.confidential ? payout.fileName : '',
    status: payout.status,
    createdAt: payout.createdAt.toISOString(),
    updatedAt: payout.updatedAt.toISOString(),
    createdBy: payout.createdByName,
    version: payout.version,
    confidential: payout.confidential,
    progress: payout.progress,
    summary: {
      ...payout.summary,
      totals: [...payout.summary.totals],
      ...(outcomes.get(payout.id) ?? { paid: 0, pending: 0, failed: 0 }),
    },
  }));
}

type Outcomes = Pick<Payout['summary'], 'paid' | 'pending' | 'failed'>;

/** For confirmed payouts: numbers of rows that are paid, pending, and not paid. */
async function readOutcomes(
  sql: Sql,
  payouts: readonly StoredPayout[],
): Promise<ReadonlyMap<string, Outcomes>> {
  const ids = payouts.filter(({ confirmedAt }) => confirmedAt !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const [counts, refused] = await Promise.all([countByPayout(sql, ids), countRefused(sql, ids)]);
  return new Map(
    ids.map((id) => {
      const own = counts.filter(({ payoutId }) => payoutId === id);
      const sum = (isCounted: (status: PaymentStatus) => boolean) =>
        own.reduce((total, { status, count }) => (isCounted(status) ? total + count : total), 0);
      const paid = sum((status) => status === 'EXECUTED');
      const failed = sum(isFailed);
      return [
        id,
        { paid, failed: failed + (refused.get(id) ?? 0), pending: sum(() => true) - paid - failed },
      ];
    }),
  );
}

/** REJECTED, CANCELED or AML_REJECTED. A pending or executed payment has not failed. */
export const isFailed = (status: PaymentStatus): boolean => failedStatuses.includes(status);

/**
 * For people who may see the rows: for a confidential payout the others get `readFigures`. Repairs are listed only in DRAFT and REPAIRING, newest
 * first.
 */
export async function readOverview(sql: Sql, payout: StoredPayout): Promise<PayoutOverview> {
  const { file, refusal, columns, faults, warnings } = payout;
  const [told] = await toPayouts(sql, [payout], true);
  if (!told) throw new Error('a payout without a view');
  return {
    ...told,
    file,
    refusal: refusal && { code: refusal.code, params: { ...refusal.params } },
    columns: [...columns],
    faults: [...faults],
    warnings: [...warnings],
    remarksVersion: payout.remarksVersion,
    repairs:
      payout.status === 'DRAFT' || payout.status === 'REPAIRING' ? await toRepairs(sql, payout.id) : [],
    sameFileAs: await findSameFile(sql, payout),
    filePaidAs: await filePaidAs(sql, payout),
    payOn: payout.payOn,
    repeatOf: payout.repeatOf,
  };
}

async function filePaidAs(sql: Sql, payout: StoredPayout): Promise<string | null> {
  const { sha256, repeatAllowed, status } = payout;
  if (sha256 === null || repeatAllowed || status !== 'DRAFT') return null;
  return (await findPaidFile(sql, payout, sha256, payout.confidential))?.id ?? null;
}

async function toRepairs(sql: Sql, payoutId: string): Promise<PayoutRepair[]> {
  return (await listRepairs(sql, payoutId)).map((repair) => ({
    id: repair.id,
    repair: repair.input.repair,
    field: repair.input.field ?? null,
    createdBy: repair.createdByName,
    createdAt: repair.createdAt.toISOString(),
    state: repair.state,
    rows: repair.rows,
    isUndo: repair.undoes !== null,
    canUndo: repair.undoes === null && !repair.undone && repair.state !== 'RUNNING',
    left: repair.leftCount,
    leftPositions: [...repair.leftPositions],
  }));
}

/** A confidential payout for people who may only see its figures: every other field is empty. */
export async function readFigures(sql: Sql, payout: StoredPayout): Promise<PayoutDetails> {
  const [figures] = await toPayouts(sql, [payout], false);
  if (!figures) throw new Error('a payout without a view');
  return {
    ...figures,
    payOn: payout.payOn,
    remarksVersion: payout.remarksVersion,
    file: null,
    refusal: null,
    columns: [],
    faults: [],
    warnings: [],
    repairs: [],
    sameFileAs: null,
    filePaidAs: null,
    repeatOf: null,
    results: [],
  };
}

/** With the first 100 rows; none while the payout is READING. */
export async function readDetails(sql: Sql, payout: StoredPayout, locale: Locale): Promise<PayoutDetails> {
  const [overview, rows] = await Promise.all([
    readOverview(sql, payout),
    // Rows are shown once all of them are available.
    payout.status === 'READING' ? [] : readRows(sql, payout.id, { from: 1, limit: firstRows }),
  ]);
  return { ...overview, results: await toRows(sql, rows, locale) };
}

/** Rows with the statuses of their payments. */
export async function toRows(sql: Sql, rows: readonly StoredRow[], locale: Locale): Promise<PayoutRow[]> {
  const ids = rows.flatMap(({ paymentId }) => paymentId ?? []);
  const statuses = ids.length > 0 ? await findStatuses(sql, ids) : new Map<string, PaymentStatus>();
  return rows.map((row) => toRow(row, locale, statuses));
}

/**
 * Remarks, including repeats, get their sentences in `locale`. Amount and fee are null if the row has a fault. Without `statuses`, `status` is null.
 */
export function toRow(
  row: StoredRow,
  locale: Locale,
  statuses: ReadonlyMap<string, PaymentStatus> = new Map(),
): PayoutRow {
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
    paymentId: row.paymentId,
    status: statuses.get(row.paymentId ?? '') ?? null,
    refusal: row.refusal && refusalText(row.refusal, locale),
  };
}

/** Why no payment was made of a row, as a sentence. */
export const refusalText = ({ code, field, params }: RowRefusal, locale: Locale): string =>
  field
    ? fieldMessage(code as FieldProblemCode, params, locale)
    : problemMessage(code as ProblemCode, params, locale);

/** A remark with its sentence in the reader's language. */
export const toRemark = ({ field, code, params = {}, suggestions = [] }: Remark, locale: Locale) => ({
  field,
  code,
  message: fieldMessage(
    code,
    typeof params.day === 'string' ? { ...params, day: longDate(params.day, locale) } : params,
    locale,
  ),
  suggestions: [...suggestions],
});

/** `kind` and `country` follow from the account's first row; `country` may be implied by the bank details, or be ''. */
export const toNewPayee = (payee: ListedPayee): NewPayoutPayee => ({
  position: payee.position,
  name: payee.cells.name ?? '',
  account: payee.account,
  currency: payee.currency,
  country: payeeOf(payee).country,
  kind: kindOfPayee(payee.cells),
  canBePerson: canBePerson(payee.cells),
  rows: payee.rows,
});
