/**
 * Networks take an account's transactions in the order of their nonces. A prepared, unsigned transaction may still be refused, and all later ones
 * would then wait behind the gap: so an account has one such transaction at a time.
 */
import type { Chain, UnsignedTransaction } from '@calmly/providers/chain/chain.ts';

/**
 * Throws if the paying account is also that of something in `toSign` (`listToSign`), which is finished first. Read `toSign` before `listUnsigned`: a
 * transaction that is refused
 * between the two then counts in neither or in both.
 */
export async function requireTurn(
  { network, accountOf }: Chain,
  unsigned: UnsignedTransaction,
  toSign: readonly UnsignedTransaction[],
): Promise<void> {
  if (!accountOf) return;
  const account = await accountOf(unsigned);
  const busy = await Promise.all(toSign.map((each) => accountOf(each)));
  if (busy.includes(account))
    throw new Error(`what was prepared before for the same account on ${network} is not signed`);
}
