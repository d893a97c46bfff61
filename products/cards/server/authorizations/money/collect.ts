/**
 * Money to and from merchants, through the bank's account at the scheme. A merchant's collection comes from what is held for it, then from the
 * balance; the bank pays the rest, and the client owes it (`debt.ts`). The caller has locked the card and its account.
 */
import type { Work } from '@calmly/platform/work.ts';
import {
  balances,
  bankAccounts,
  lockAccounts,
  postAll,
  settle,
  type Transfer,
} from '../../../../ledger/server/index.ts';
import type { StoredCard } from '../../card.ts';
import { addDebt, repayDebt } from './debt.ts';

const smallerOf = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** Posts a merchant's collection. The rest of the hold is released; the caller holds the amount still to come again. */
export async function collect(
  { sql, now, newId }: Pick<Work, 'sql' | 'now' | 'newId'>,
  { accountId, currency }: Pick<StoredCard, 'accountId' | 'currency'>,
  payment: {
    readonly id: string;
    readonly collectedMinor: bigint;
    readonly heldMinor: bigint;
    readonly reservationId: string | null;
  },
): Promise<void> {
  const { id, collectedMinor, reservationId } = payment;
  const bank = await bankAccounts(sql, [
    ['nostro', currency],
    ['receivable', currency],
  ]);
  const nostro = bank('nostro', currency);
  const receivable = bank('receivable', currency);
  const transfer = (debitAccountId: string, amountMinor: bigint): Transfer => ({
    id: newId(),
    debitAccountId,
    creditAccountId: nostro,
    amountMinor,
    subjectId: id,
    code: 'card',
    at: now,
  });
  const heldPart = smallerOf(collectedMinor, payment.heldMinor);
  const rest = collectedMinor - heldPart;
  // A settlement locks the bank's account first, and the following steps would lock the others in another order.
  if (rest > 0n) await lockAccounts(sql, [nostro, receivable]);
  if (reservationId !== null) {
    const [verdict] = await settle(sql, [{ reservationId, transfers: [transfer(accountId, heldPart)] }]);
    if (!verdict?.ok) throw new Error(`the ledger refused a clearing: ${verdict?.reason}`);
  }
  if (rest === 0n) return;
  const availableMinor = (await balances(sql, [accountId])).get(accountId)?.availableMinor ?? 0n;
  const ownPart = smallerOf(rest, availableMinor);
  const owedPart = rest - ownPart;
  await postAll(sql, [
    ...(ownPart > 0n ? [transfer(accountId, ownPart)] : []),
    ...(owedPart > 0n ? [transfer(receivable, owedPart)] : []),
  ]);
  if (owedPart > 0n) await addDebt(sql, { accountId, subjectId: id, amountMinor: owedPart });
}

/** Posts a refund, which first repays the client's debt. */
export async function giveBack(
  work: Pick<Work, 'sql' | 'now' | 'newId'>,
  { accountId, currency }: Pick<StoredCard, 'accountId' | 'currency'>,
  { id, clearedMinor }: { readonly id: string; readonly clearedMinor: bigint },
): Promise<void> {
  const { sql, now, newId } = work;
  const bank = await bankAccounts(sql, [['nostro', currency]]);
  await postAll(sql, [
    {
      id: newId(),
      debitAccountId: bank('nostro', currency),
      creditAccountId: accountId,
      amountMinor: clearedMinor,
      subjectId: id,
      code: 'card_refund',
      at: now,
    },
  ]);
  await repayDebt(work, { accountId, subjectId: id });
}
