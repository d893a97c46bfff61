/** Compares the newest version of every official statement with the ledger. Returns the differences in words. */
import { formatDecimal } from '@calmly/domain';
import { inReport } from '@calmly/platform/postgres/report.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { entryRangesOfPeriods } from '../../../../ledger/server/index.ts';
import { numberOf } from './month.ts';
import { type Figures, listNewest, type Official } from './official-store.ts';
import { isSame } from './restate.ts';

const pageSize = 2_000;
const mostFaults = 100;

/** At most 100 faults, in English; empty if there are none. Has no time limit; each page of statements is read in its own snapshot. */
export async function verifyStatements(sql: Sql): Promise<string[]> {
  const faults: string[] = [];
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page = await inReport(sql, { statementTimeoutMs: 0 }, async (snapshot) => {
      const statements = await listNewest(snapshot, { after, limit: pageSize });
      const ranges = await entryRangesOfPeriods(snapshot, statements);
      for (const [index, statement] of statements.entries()) {
        const range = ranges[index];
        if (range && !isSame(range, statement)) faults.push(faultOf(statement, range));
      }
      return statements;
    });
    const last = page.at(-1);
    if (!last || page.length < pageSize || faults.length >= mostFaults) return faults.slice(0, mostFaults);
    after = last.id;
  }
}

function faultOf(statement: Official, ledger: Figures): string {
  const { id, accountId, currency, version } = statement;
  const told = (figures: Figures) =>
    `entries ${figures.first} to ${figures.last}, ${formatDecimal(figures.openingMinor, currency)} to ${formatDecimal(figures.closingMinor, currency)} ${currency}`;
  return `statement ${numberOf(statement)} version ${version} (${id}) of account ${accountId}: ${told(statement)}; the ledger has ${told(ledger)}`;
}
