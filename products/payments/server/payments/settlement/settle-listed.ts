/**
 * Settles payments of bulk payouts as lists that are never read here; see `transactions/execute-listed.ts`. Everything else that a rail reports takes the
 * way through `outcomes.ts`, with the same result.
 */
import { newId } from '@calmly/platform/ids.ts';
import type { Work } from '@calmly/platform/work.ts';
import { announce, executeListed, isAnyOfPayout } from '../../../../accounts/server/transactions/index.ts';
import { type BankAccount, bankAccounts, draw, settleListed } from '../../../../ledger/server/index.ts';

/** A list of payouts' payments is mostly of nothing else: a few of them tell, so that other lists are not looked up twice. */
const samplesOf = (ids: readonly string[]) =>
  [ids[0], ids[ids.length >> 1], ids.at(-1)].filter((id) => id !== undefined);

/** `uuid[]`. */
const newIds = (count: number) => `{${Array.from({ length: count }, () => newId()).join(',')}}`;

/**
 * Settles those of the payments that are plain payments of bulk payouts at another bank, but none of `left`, and locks all of them. Answers the ids of
 * those that it settled; none of a list that seems to have no payments of payouts, which it does not lock. Clients get no notice of one: the payout is
 * announced as a whole.
 */
export async function settleListedPayments(
  { sql }: Pick<Work, 'sql'>,
  listed: { readonly ids: readonly string[]; readonly left: readonly string[]; readonly at: Date },
): Promise<ReadonlySet<string>> {
  if (listed.ids.length < 2 || !(await isAnyOfPayout(sql, samplesOf(listed.ids)))) return new Set();
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
    settled.map(({ firstId, accountId, currency, ids: subjects, idsInGroup, sent, fees: minor }) => ({
      reservationId: firstId,
      debitAccountId: accountId,
      subjects,
      amounts: { code: 'payment', creditAccountId: bank('nostro', currency), minor: sent },
      fees: { code: 'fee', creditAccountId: bank('fees', currency), minor, ids: newIds(idsInGroup.length) },
    })),
    listed.at,
  );
  return new Set(settled.flatMap(({ idsInGroup }) => idsInGroup));
}
