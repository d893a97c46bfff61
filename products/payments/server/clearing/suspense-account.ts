/**
 * Puts a credit that no account can take on the bank's suspense account, with all its facts, and alerts the bank's staff. They decide
 * where it goes from there (`suspense-queue.ts`).
 */
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { IncomingCredit } from '@calmly/providers/rail/rail.ts';
import type { Audience } from '../../../accounts/server/transactions/index.ts';
import { bankAccounts, bankBalances, post } from '../../../ledger/server/index.ts';
import { type GiveBack, setBalanced } from './give-back-store.ts';
import { insertSuspense, type SuspenseCause, sumSuspense } from './suspense-store.ts';

/** Books credits on the suspense account in the open transaction, each under its own id. */
export async function intoSuspense(
  work: Work,
  items: ReadonlyArray<{
    readonly id: string;
    readonly credit: IncomingCredit;
    readonly cause: SuspenseCause;
    readonly returnOf?: string | undefined;
    readonly returned?: { readonly paymentId: string } | undefined;
    readonly audience?: Audience | undefined;
  }>,
): Promise<void> {
  if (items.length === 0) return;
  await moveBetween(work, 'nostro', 'suspense', items);
  await insertSuspense(
    work.sql,
    items.map(({ id, credit, cause, returnOf, returned, audience = 'ALL' }) => ({
      ...credit,
      id,
      cause,
      returnOf: returnOf ?? null,
      originalId: returned?.paymentId ?? null,
      audience,
    })),
  );
  for (const { id, cause, credit } of items)
    work.log.error(
      { suspenseId: id, reason: cause, reference: credit.railReference, currency: credit.currency },
      'a credit that no account can take waits in suspense: npm run ops',
    );
}

/** Currencies in which the suspense account does not hold exactly what waits there; empty when it is right. Reads one snapshot. */
export function verifySuspense(sql: Sql): Promise<string[]> {
  return sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const held = await bankBalances(snapshot, 'suspense');
      const waiting = await sumSuspense(snapshot);
      const currencies = new Set([...held.keys(), ...waiting.keys()]);
      return [...currencies].filter((each) => (held.get(each) ?? 0n) !== (waiting.get(each) ?? 0n)).sort();
    });
}

/**
 * Takes what came back out of suspense to our own account: the bank gave this money back before. Charges that were taken off are the bank's cost.
 * `by`: the credit that brought the money. The caller has locked the give-back.
 */
export async function balanceGiveBack(
  work: Work,
  giveBack: GiveBack,
  { by, amountMinor }: { readonly by: string; readonly amountMinor: bigint },
): Promise<void> {
  const { id: subjectId, currency } = giveBack;
  const part = (minor: bigint) => [
    { id: work.newId(), subjectId, credit: { currency, amountMinor: minor, at: work.now } },
  ];
  await moveBetween(work, 'suspense', 'nostro', part(amountMinor));
  const charges = giveBack.amountMinor - amountMinor;
  if (charges > 0n) await moveBetween(work, 'fees', 'nostro', part(charges));
  await setBalanced(work.sql, subjectId, by);
}

/** Moves amounts between two accounts of the bank, which refuse nothing. `subjectId`: what waits in suspense, or the exception, that it is for. */
export async function moveBetween(
  work: Work,
  from: 'nostro' | 'suspense' | 'fees',
  to: 'nostro' | 'suspense' | 'fees',
  items: ReadonlyArray<{
    readonly id: string;
    readonly subjectId?: string;
    readonly credit: Pick<IncomingCredit, 'currency' | 'amountMinor' | 'at'>;
  }>,
  code = 'suspense',
): Promise<void> {
  const bank = await bankAccounts(
    work.sql,
    items.flatMap(({ credit: { currency } }) => [[from, currency] as const, [to, currency] as const]),
  );
  const verdicts = await post(
    work.sql,
    items.map(({ id, subjectId = id, credit: { currency, amountMinor, at } }) => ({
      id,
      subjectId,
      debitAccountId: bank(from, currency),
      creditAccountId: bank(to, currency),
      amountMinor,
      code,
      at,
    })),
  );
  for (const verdict of verdicts)
    if (!verdict.ok) throw new Error(`the ledger refused a move of the bank's own money: ${verdict.reason}`);
}
