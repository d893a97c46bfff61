/**
 * The job that compares the names of new payees with their accounts, if a bank can confirm their holders. It takes a part of the rows at a time, and
 * a limited number per second, so that other banks are not flooded. Answers are stored by account and name, so an interrupted job asks nothing twice.
 * Rows keep their versions, so that a comparison never conflicts with typing. It continues while a payout waits for approval, because the approver
 * sees the answers; nothing else of a row may change then.
 */
import { nameKey } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { NameChecks } from '@calmly/providers/name-check/name-check.ts';
import type { Bank } from '../../../accounts/server/accounts/index.ts';
import { checkListed, findNameChecks, type NamedAccount } from '../../../payees/server/index.ts';
import type { RowChange } from '../counts.ts';
import type { Remark } from '../row.ts';
import { lockRows, type NamedRow, readNamed, setWarnings, updateRows } from '../row-store.ts';
import { findById, lockById, type StoredPayout, updatePayout } from '../store.ts';
import { countChangedRows } from '../summary-store.ts';
import { checkRows } from './check-rows.ts';
import { readPayoutFacts } from './facts.ts';

export const namesTask = 'payouts_names';

/** Rows per part, and the pause before the next. */
const partRows = 2_000;
const partMs = 4_000;
/** Maximum number of names checked per account; more than its attempts. */
const mostTurns = 10;

interface NameTools {
  readonly database: Database;
  readonly bank: Bank;
  readonly nameChecks: NameChecks;
}

/** Schedules the comparison of a payout's new names after the open transaction. */
export async function compareNames(sql: Sql, payoutId: string): Promise<void> {
  await addJobs(sql, [{ task: namesTask, payload: payoutId, key: `${namesTask} ${payoutId}` }]);
}

/** Compares a part and adds the job for the next one. Not in a transaction. */
export async function compareSome(work: Work, tools: NameTools, id: string): Promise<void> {
  const payout = await findById(work.sql, id);
  if (!payout || !isCompared(payout)) return;
  const rows = await readNamed(work.sql, id, partRows);
  if (rows.length === 0) return;
  await askFor(work, tools, payout.clientId, rows);
  await tools.database.inTransaction(async (sql) => {
    const inside = { ...work, sql };
    const locked = await lockById(sql, id);
    // After a repair the job is added again.
    if (!locked || !isCompared(locked)) return;
    const changed = await noteAnswers(inside, tools.bank, locked, rows);
    await updatePayout(sql, id, work.now, {
      ...(await countChangedRows(sql, id, locked, changed)),
      remarksVersion: locked.remarksVersion + 1,
    });
    await publish(sql, locked.clientId, { topic: 'payouts', ids: [id] });
    if (rows.length < partRows) return;
    const runAt = new Date(Date.now() + partMs);
    await addJobs(sql, [{ task: namesTask, payload: id, key: `${namesTask} ${id}`, runAt }]);
  });
}

const isCompared = ({ status }: StoredPayout) => status === 'DRAFT' || status === 'WAITING';

/** Requests missing answers, a few at a time. */
async function askFor(
  work: Work,
  { bank, nameChecks }: NameTools,
  clientId: string,
  rows: readonly NamedRow[],
): Promise<void> {
  const keyOf = ({ account, name }: NamedAccount) => `${account} ${nameKey(name)}`;
  const subjects = new Map<string, NamedAccount>(rows.map((row) => [keyOf(row), row]));
  const known = await findNameChecks(
    work.sql,
    clientId,
    [...subjects.values()].map(({ account, name }) => ({ accountKey: account, nameKey: nameKey(name) })),
  );
  for (const answer of known) subjects.delete(`${answer.accountKey} ${answer.nameKey}`);
  // Names of one account take turns, so that its attempts are counted one by one.
  let left = [...subjects.values()];
  for (let turns = 0; turns < mostTurns && left.length > 0; turns += 1) {
    const turn = new Map(left.map((subject) => [subject.account, subject]));
    await checkListed(work, clientId, { bank, nameChecks }, [...turn.values()]);
    left = left.filter((subject) => turn.get(subject.account) !== subject);
  }
}

/** Checks the rows again in their current state; those without an available answer are not asked about again. */
async function noteAnswers(
  work: Work,
  bank: Bank,
  payout: StoredPayout,
  asked: readonly NamedRow[],
): Promise<RowChange> {
  const { id, decimalSign } = payout;
  const facts = await readPayoutFacts(work, bank, payout);
  const versions = new Map(asked.map(({ position, version }) => [position, version]));
  const rows = await lockRows(work.sql, id, [...versions.keys()]);
  const before = rows.filter(({ position, version }) => versions.get(position) === version);
  const checked = await checkRows(work, facts, decimalSign, before);
  if (payout.status === 'WAITING') await addAnswers(work.sql, id, before, checked);
  else
    await updateRows(
      work.sql,
      id,
      checked.map((row) => ({ ...row, nameCheckOf: null })),
      { rises: false },
    );
  const positions = before.map(({ position }) => position);
  return { before, after: await lockRows(work.sql, id, positions) };
}

/** Codes of the answer of an account's bank about a name. */
const answerCodes: ReadonlySet<string> = new Set(['name_no_match', 'name_check', 'name_not_checked']);

/** Adds the answers to rows that are otherwise unchanged since the confirmation. */
async function addAnswers(
  sql: Sql,
  payoutId: string,
  before: ReadonlyArray<{ readonly position: number; readonly warnings: readonly Remark[] }>,
  checked: ReadonlyArray<{ readonly position: number; readonly warnings: readonly Remark[] }>,
): Promise<void> {
  const found = new Map(checked.map(({ position, warnings }) => [position, warnings]));
  await setWarnings(
    sql,
    payoutId,
    before.map(({ position, warnings }) => ({
      position,
      warnings: [
        ...warnings.filter(({ code }) => !answerCodes.has(code)),
        ...(found.get(position) ?? []).filter(({ code }) => answerCodes.has(code)),
      ],
    })),
    { isAnswered: true },
  );
}
