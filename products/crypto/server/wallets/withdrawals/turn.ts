/**
 * Networks take an account's transactions in the order of their nonces. What is prepared and not signed may still be refused, and everything that was prepared
 * after it would then wait behind a gap: so an account has one such transaction at a time.
 */
import type { Chain, UnsignedTransaction } from '@calmly/providers/chain/chain.ts';

/**
 * Throws if the account that pays is also that of something in `toSign` (`listToSign`), which is finished first. Read `toSign` before `listUnsigned`: what is refused
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
