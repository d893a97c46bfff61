/** A new payout of the rows of a finished one that were not paid: the same cells, checked again. */
import { Problem } from '../../../platform/problem.ts';
import type { ClientActor, Work } from '../../../platform/work.ts';
import type { Bank } from '../../accounts/index.ts';
import { failedStatuses, listOfPayout } from '../../transactions/index.ts';
import { checkRows } from '../check/check-rows.ts';
import { readPayoutFacts } from '../check/facts.ts';
import { countAgain } from '../editing/count-again.ts';
import { refreshRepeats } from '../repeat-store.ts';
import { insertRows, readUnpaid } from '../row-store.ts';
import { createPayout, requirePayout } from '../service.ts';
import { type StoredPayout, updatePayout } from '../store.ts';

const atOnce = 500;

/** `POST /masspayout/{id}/again`. `payout_state`: it is not finished; `payout_empty`: all of its rows are paid or on their way. */
export async function repeatFailed(
  work: Work,
  actor: ClientActor,
  bank: Bank,
  id: string,
): Promise<StoredPayout> {
  const { sql, now } = work;
  const done = await requirePayout(sql, actor, id);
  if (done.status !== 'DONE') throw new Problem('payout_state');
  const paymentIds = await listOfPayout(sql, id, failedStatuses);
  const created = await createPayout(work, actor, { name: done.name, confidential: done.confidential });
  const payout = await updatePayout(sql, created.id, now, {
    columns: done.columns,
    decimalSign: done.decimalSign,
    repeatOf: id,
  });
  const facts = await readPayoutFacts(work, bank, payout);
  let position = 0;
  for (let from = 1; ; ) {
    const rows = await readUnpaid(sql, id, { paymentIds, from, limit: atOnce });
    const last = rows.at(-1);
    if (!last) break;
    const placed = rows.map(({ cells, readFaults, amountIsNumber, line }) => {
      position += 1;
      return { cells, readFaults, amountIsNumber, line, position };
    });
    const checked = await checkRows(work, facts, done.decimalSign, placed);
    await insertRows(sql, payout.id, checked);
    await refreshRepeats(sql, payout.id, checked);
    from = last.position + 1;
  }
  if (position === 0) throw new Problem('payout_empty');
  return countAgain(work, payout, []);
}
