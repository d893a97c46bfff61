/**
 * Settles payments of bulk payouts as lists that are never read here; see `transactions/execute-listed.ts`. Everything else that a rail reports takes the
 * way through `outcomes.ts`, with the same result.
 */
import type { Work } from '../../../platform/work.ts';
import { type BankAccount, bankAccounts, draw, settleListed } from '../../ledger/index.ts';
import { announce, executeListed } from '../../transactions/index.ts';

/**
 * Settles those of the payments that are plain payments of bulk payouts at another bank, but none of `left`, and locks all of them. Answers the ids of
 * those that it settled. Clients get no notice of one: the payout is announced as a whole.
 */
export async function settleListedPayments(
  { sql }: Pick<Work, 'sql'>,
  listed: { readonly ids: readonly string[]; readonly left: readonly string[]; readonly at: Date },
): Promise<ReadonlySet<string>> {
  const groups = await executeListed(sql, listed);
  if (groups.length === 0) return new Set();
  const settled = groups.map((group) => ({ ...group, idsInGroup: group.ids.slice(1, -1).split(',') }));
  const [bank, verdicts] = await Promise.all([
    bankAccounts(
      sql,
      groups.flatMap(({ currency }): BankAccount[] => [
        ['nostro', currency],
        ['fees', currency],
      ]),
    ),
    draw(
      sql,
      groups.map(({ firstId, heldBy, debitedMinor }) => ({
        // The id of the first payment: no other reservation has it.
        id: firstId,
        reservationId: heldBy,
        amountMinor: debitedMinor,
      })),
    ),
    announce(
      sql,
      settled.flatMap(({ clientId, idsInGroup }) => idsInGroup.map((id) => ({ id, clientId }))),
    ),
  ]);
  for (const verdict of verdicts)
    if (!verdict.ok) throw new Error(`the ledger refused to divide a reservation: ${verdict.reason}`);
  // The money last: from here to the commit the next orders of these clients wait.
  await settleListed(
    sql,
    groups.map(({ firstId, accountId, currency, ids: subjects, sent, fees }) => ({
      reservationId: firstId,
      debitAccountId: accountId,
      subjects,
      amounts: { code: 'payment', creditAccountId: bank('nostro', currency), minor: sent },
      fees: { code: 'fee', creditAccountId: bank('fees', currency), minor: fees },
    })),
    listed.at,
  );
  return new Set(settled.flatMap(({ idsInGroup }) => idsInGroup));
}
