/** Accounts of a payout that have become saved payees elsewhere since their rows were checked. */
import { publish } from '@calmly/platform/notify/push.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { findBookAccounts } from '../../../payees/server/index.ts';
import { lockPayout, type StoredPayout, updatePayout } from '../store.ts';
import { listNewPayees, setPayees } from './payee-store.ts';

const atOnce = 1_000;

/** Records the saved payees that have the accounts of a locked payout; returns how many. */
export async function linkPayees(
  sql: Sql,
  payout: Pick<StoredPayout, 'id' | 'clientId' | 'confidential'>,
): Promise<number> {
  const { id } = payout;
  let linked = 0;
  for (let after = 0; ; ) {
    const { payees } = await listNewPayees(sql, id, { after, limit: atOnce });
    const last = payees.at(-1);
    if (!last) return linked;
    const savedAs = await findSaved(
      sql,
      payout,
      payees.map(({ key }) => key),
    );
    const known = payees.flatMap(({ key }) => {
      const payeeId = savedAs.get(key);
      return payeeId === undefined ? [] : [{ key, payeeId }];
    });
    await setPayees(sql, id, known);
    linked += known.length;
    after = last.position;
  }
}

/** The saved payees by the keys of accounts that have become theirs. */
export async function findSaved(
  sql: Sql,
  { clientId, confidential }: Pick<StoredPayout, 'clientId' | 'confidential'>,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const book = await findBookAccounts(sql, {
    clientId,
    among: confidential ? 'all' : 'open',
    payeeIds: [],
    accountKeys: keys.map((key) => key.slice(0, key.lastIndexOf(' '))),
  });
  return new Map(
    book
      .filter(({ status, direction }) => status === 'ACTIVE' && direction === 'OUTGOING')
      // The oldest of several, as in the check.
      .toReversed()
      .map(({ accountKey, currency, payeeId }) => [`${accountKey} ${currency}`, payeeId]),
  );
}

/** Records the payees added for a payout that waited for approval. */
export async function payeesAdded(
  { sql, now }: Work,
  { id, clientId }: { readonly id: string; readonly clientId: string },
): Promise<void> {
  const payout = await lockPayout(sql, { clientId, id });
  if (payout?.status !== 'DRAFT') return;
  await linkPayees(sql, payout);
  await updatePayout(sql, id, now, { remarksVersion: payout.remarksVersion + 1 });
  await publish(sql, clientId, { topic: 'payouts', ids: [id] });
}
