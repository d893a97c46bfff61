/**
 * The current warnings of the rows that a payout would pay, including payments and changes of payees since the rows were checked. The preview shows
 * them, and the confirmation compares them with the acknowledged ones.
 * Errors: `payout_warnings`.
 */
import { createHash } from 'node:crypto';
import { isSerious, type PayoutFinding, type PayoutWarning, seriousPayoutWarnings } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { findElsewhere } from '../check/elsewhere.ts';
import { historyCodes, historyOf, historyRemarks } from '../check/history.ts';
import { sortFindings } from '../counts.ts';
import { findSaved } from '../payees/link-payees.ts';
import type { Remark } from '../row.ts';
import { setWarnings } from '../row-store.ts';
import { lockById, type StoredPayout, updatePayout } from '../store.ts';
import { countRows } from '../summary-store.ts';
import { listWarnable, type WarnableRow } from './warning-store.ts';

const partRows = 5_000;
/** Maximum number of rows shown per serious warning. */
const mostExamples = 3;

export interface RowWarning {
  readonly row: WarnableRow;
  readonly remark: Remark;
}

export interface PayableWarnings {
  /** Serious ones first, then by number of rows. */
  readonly findings: readonly PayoutFinding[];
  /** The first rows of each serious warning. */
  readonly examples: readonly RowWarning[];
  /** The first row of each account that was never paid, by account and currency, with the sum of its rows. */
  readonly newAccounts: ReadonlyMap<string, WarnableRow>;
  /** Rows whose names have not been compared with their accounts yet. */
  readonly uncompared: number;
  /** A hash of the rows with each serious warning. */
  readonly digest: string;
  /** Rows with outdated stored warnings, with the current ones. */
  readonly stale: ReadonlyArray<Pick<WarnableRow, 'position' | 'warnings'>>;
}

/** Reads all rows without a fault, in parts; writes nothing. */
export async function findWarnings(work: Work, payout: StoredPayout): Promise<PayableWarnings> {
  const found = new Map<string, PayoutFinding>();
  const examples: RowWarning[] = [];
  const stale: Array<Pick<WarnableRow, 'position' | 'warnings'>> = [];
  const newAccounts = new Map<string, WarnableRow>();
  let uncompared = 0;
  const hash = createHash('sha256');
  for (let from = 1; ; ) {
    const rows = await listWarnable(work.sql, payout.id, { from, limit: partRows });
    const last = rows.at(-1);
    if (!last) break;
    const judge = await judgeOf(work, payout, rows);
    for (const row of rows) {
      if (row.isUncompared) uncompared += 1;
      const warnings = judge(row);
      if (signature(warnings) !== signature(row.warnings)) stale.push({ position: row.position, warnings });
      for (const remark of [...warnings, ...repeatOf(row)]) {
        const { field, code } = remark;
        const key = `${field} ${code}`;
        const finding = found.get(key) ?? { field, code, rows: 0, position: row.position };
        found.set(key, { ...finding, rows: finding.rows + 1 });
        if (code === 'first_payment') addTo(newAccounts, row);
        if (!isSerious(code)) continue;
        hash.update(`${row.position} ${key}\n`);
        if (finding.rows < mostExamples) examples.push({ row, remark });
      }
    }
    from = last.position + 1;
  }
  const findings = sortFindings([...found.values()]);
  return {
    findings: [
      ...findings.filter(({ code }) => isSerious(code)),
      ...findings.filter(({ code }) => !isSerious(code)),
    ],
    examples,
    newAccounts,
    uncompared,
    digest: hash.digest('hex'),
    stale,
  };
}

function addTo(accounts: Map<string, WarnableRow>, row: WarnableRow): void {
  const key = `${row.account} ${row.currency}`;
  const { amountMinor = 0n } = accounts.get(key) ?? {};
  accounts.set(key, { ...(accounts.get(key) ?? row), amountMinor: amountMinor + row.amountMinor });
}

/** A warning from another row. */
export const repeatOf = ({ samePaymentAs }: Pick<WarnableRow, 'samePaymentAs'>): Remark[] =>
  samePaymentAs === null
    ? []
    : [{ field: 'amount', code: 'duplicate_in_file', params: { position: samePaymentAs } }];

const signature = (warnings: readonly Remark[]): string =>
  warnings
    .map(({ field, code, params = {} }) => `${field} ${code} ${Object.values(params).join(' ')}`)
    .toSorted()
    .join('\n');

/** A row's own warnings with the current history. Its account may have become a saved payee since it was checked. */
async function judgeOf(
  work: Work,
  payout: StoredPayout,
  rows: readonly WarnableRow[],
): Promise<(row: WarnableRow) => readonly Remark[]> {
  const { clientId, confidential: seesConfidential, confirmedAt } = payout;
  const saved = await findSaved(work.sql, payout, [
    ...new Set(rows.flatMap(({ newPayee }) => newPayee ?? [])),
  ]);
  const payeeOf = ({ payeeId, newPayee }: WarnableRow) => payeeId ?? saved.get(newPayee ?? '') ?? null;
  const payeeIds = [...new Set(rows.flatMap((row) => payeeOf(row) ?? []))];
  const [history, elsewhere] = await Promise.all([
    historyOf(work, { clientId, seesConfidential }, payeeIds, {
      // A cancelled draft keeps the time of its last confirmation.
      confirmedAt: payout.status === 'WAITING' ? confirmedAt : null,
    }),
    findElsewhere(
      work.sql,
      { payoutId: payout.id, clientId, seesConfidential },
      rows.map(({ paymentKey }) => paymentKey),
    ),
  ]);
  return (row) => {
    const own = row.warnings.filter(({ code }) => !historyCodes.has(code)).map(present);
    const also = row.paymentKey === null ? undefined : elsewhere.get(row.paymentKey);
    return [...own, ...historyRemarks({ ...row, payeeId: payeeOf(row) }, history), ...(also ? [also] : [])];
  };
}

/** `name_check` was once also the code for another name. */
const present = (remark: Remark): Remark =>
  remark.code === 'name_check' && remark.params?.result === 'no_match'
    ? { field: remark.field, code: 'name_no_match' }
    : remark;

/** Stores the current warnings, unless the payout has changed since they were found. */
export async function keepWarnings(
  work: Work,
  database: Database,
  { id, clientId, version, remarksVersion }: StoredPayout,
  { stale }: PayableWarnings,
): Promise<void> {
  await database.inTransaction(async (sql) => {
    const payout = await lockById(sql, id);
    if (payout?.version !== version || payout.remarksVersion !== remarksVersion) return;
    if (payout.status !== 'DRAFT' && payout.status !== 'WAITING') return;
    await setWarnings(sql, id, stale);
    await updatePayout(sql, id, work.now, {
      ...(await countRows(sql, id)),
      remarksVersion: remarksVersion + 1,
    });
    await publish(sql, clientId, { topic: 'payouts', ids: [id] });
  });
}

const keyOf = ({ field, code, rows, position }: PayoutFinding) => `${field} ${code} ${rows} ${position}`;

/** The serious warnings; refuses unless exactly these were acknowledged. */
export function requireAcknowledged(
  { findings }: PayableWarnings,
  acknowledged: readonly PayoutFinding[],
): readonly PayoutFinding[] {
  const serious = findings.filter(({ code }) => isSerious(code));
  const seen = new Set(acknowledged.filter(({ code }) => isSerious(code)).map(keyOf));
  if (serious.length === seen.size && serious.every((each) => seen.has(keyOf(each)))) return serious;
  const rowsOf = (code: PayoutWarning) =>
    serious.reduce((sum, each) => (each.code === code ? sum + each.rows : sum), 0);
  throw new Problem('payout_warnings', {
    params: Object.fromEntries(seriousPayoutWarnings.map((code) => [code, rowsOf(code)])),
  });
}
