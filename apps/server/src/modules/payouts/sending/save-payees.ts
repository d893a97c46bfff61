/** Saves new accounts of a payout as payees, so that each payment has one. Runs in the transaction that begins the payout. */
import type { Sql, Work } from '../../../platform/work.ts';
import type { Bank } from '../../accounts/index.ts';
import { addBeneficiaries, findBookAccounts } from '../../beneficiaries/index.ts';
import { accountKeyOf } from '../check/account.ts';
import type { StoredPayout } from '../store.ts';
import { payeeOf } from './order-of-row.ts';
import * as store from './sending-store.ts';

const payeesAtOnce = 200;

export async function savePayees(
  work: Work,
  bank: Bank,
  { id: payoutId, clientId, confirmedBy }: StoredPayout,
): Promise<void> {
  const { sql, now } = work;
  for (;;) {
    const rows = await store.listNewPayees(sql, payoutId, payeesAtOnce);
    if (rows.length === 0) return;
    // Another payout may have saved some of them since these rows were checked.
    const saved = await savedAccounts(sql, clientId, rows);
    const payees = rows.map((row) => ({ ...row, payeeId: saved(row) ?? work.newId() }));
    await addBeneficiaries(
      sql,
      clientId,
      bank,
      payees
        .filter((row) => saved(row) === undefined)
        .map(({ payeeId: id, ...row }) => ({
          id,
          input: payeeOf(row),
          at: now,
          trusted: false,
          ...(confirmedBy !== null && { addedBy: confirmedBy }),
        })),
    );
    await store.setPayees(sql, payoutId, payees);
  }
}

/** The saved payee with the row's account; undefined for a new one. */
async function savedAccounts(sql: Sql, clientId: string, rows: readonly store.NewPayeeRow[]) {
  const accountKeys = rows.flatMap(({ cells }) => accountKeyOf(cells) ?? []);
  const book = await findBookAccounts(sql, { clientId, payeeIds: [], accountKeys });
  return ({ cells, currency }: store.NewPayeeRow): string | undefined =>
    book.find(
      (each) =>
        each.accountKey === accountKeyOf(cells) &&
        each.currency === currency &&
        each.status === 'ACTIVE' &&
        each.direction === 'OUTGOING',
    )?.payeeId;
}
