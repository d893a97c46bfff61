/**
 * Raises the fee of withdrawals that wait too long for a block. Each result is kept before the next step begins, as when they were sent: what will be signed, its
 * signature, that the network has it. A server that is killed anywhere does the same again. The client's price stays as quoted; what the network takes in the end is booked
 * when it is final (`withdrawals/follow.ts`).
 *
 * The first transaction may still be confirmed instead: the network takes one of them, and `whereabouts.ts` finds out which.
 */
import type { Network } from '@calmly/domain';
import { addJobs, type OutsideJobHandler } from '../../../platform/jobs/jobs.ts';
import { publish } from '../../../platform/notify/push.ts';
import type { Sql, Work } from '../../../platform/work.ts';
import { SignerRefused } from '../../../providers/chain/signer-client.ts';
import type { WalletNetwork, WalletTools } from '../tools.ts';
import { outgoingTransferOf } from '../withdrawals/send.ts';
import { findWithdrawal, lockWithdrawal, type StoredWithdrawal } from '../withdrawals/withdrawal-store.ts';
import {
  type Attempt,
  insertAttempt,
  keepAttemptSigned,
  keepRefusal,
  listAttempts,
  listToRaise,
  markAttemptSent,
  type WaitingWithdrawal,
} from './attempt-store.ts';

export const raiseTask = 'wallets_raise';

/** In the open transaction; a network has one waiting job. */
export const scheduleRaising = (sql: Sql, network: Network): Promise<void> =>
  addJobs(sql, [{ task: raiseTask, payload: { network }, key: `${raiseTask}:${network}` }]);

/** Before this a withdrawal must have been sent to wait too long. */
export const waitingSince = ({ raise }: WalletTools, now: Date): Date =>
  new Date(now.getTime() - raise.afterMs);

/** The job. One withdrawal whose fee cannot be raised keeps no other waiting; it is looked at again with the next block. */
export const raiseFees = (tools: WalletTools): OutsideJobHandler => ({
  async outside(work, payload) {
    const { network } = payload as { readonly network: Network };
    const found = tools.networks.get(network);
    if (!found) return;
    const before = waitingSince(tools, work.now);
    for (const waiting of await listToRaise(work.sql, network, before))
      try {
        await raiseOne(work, tools, found, { waiting, isDue: waiting.since <= before });
      } catch (error) {
        if (error instanceof SignerRefused) await keepRefusal(work.sql, waiting, error.message);
        work.log.warn({ err: error, withdrawalId: waiting.id }, 'a fee is not raised');
      }
  },
});

async function raiseOne(
  work: Work,
  tools: WalletTools,
  network: WalletNetwork,
  { waiting, isDue }: { readonly waiting: WaitingWithdrawal; readonly isDue: boolean },
): Promise<void> {
  const withdrawal = await findWithdrawal(work.sql, waiting.id);
  if (!withdrawal) return;
  const attempts = await listAttempts(work.sql, withdrawal.id);
  const newest = attempts.at(-1);
  if (newest?.sentAt === null && (newest.signed === null || !isDue))
    return finish(work, tools, network, { withdrawal, attempts, next: newest });
  const next = await prepare(work, tools, network, {
    withdrawal,
    attempts,
    waiting,
  });
  if (next) await finish(work, tools, network, { withdrawal, attempts: [...attempts, next], next });
  // A server that was away for long has not sent it yet, and no higher fee is needed.
  else if (newest?.sentAt === null)
    await finish(work, tools, network, { withdrawal, attempts, next: newest });
}

interface Attempts {
  readonly withdrawal: StoredWithdrawal;
  readonly attempts: readonly Attempt[];
}

/** Keeps what will be signed; undefined when the fee stays, or the withdrawal waits no more. */
async function prepare(
  work: Work,
  { database, raise: { mostTimes } }: WalletTools,
  { chain }: WalletNetwork,
  { withdrawal, attempts, waiting }: Attempts & { readonly waiting: WaitingWithdrawal },
): Promise<Attempt | undefined> {
  const newest = attempts.at(-1)?.unsigned ?? withdrawal.unsigned;
  if (newest === null) return undefined;
  const raised = await chain.raise(newest, {
    first: attempts[0]?.unsigned ?? newest,
    mostTimes,
    isForced: waiting.raiseAskedAt !== null,
  });
  if ('cannot' in raised) {
    // What staff has been answered stays; that nothing is needed at the moment is no answer.
    if (raised.cannot !== 'enough') await keepRefusal(work.sql, waiting, raised.cannot);
    return undefined;
  }
  const number = Math.max(attempts.length, 1);
  const { unsigned } = raised;
  return database.inTransaction(async (sql) => {
    const locked = await lockWithdrawal(sql, withdrawal.id);
    const isAsRead =
      locked?.state === 'BROADCAST' && locked.height === null && locked.txId === withdrawal.txId;
    if (!isAsRead || (await listAttempts(sql, withdrawal.id)).length !== attempts.length) return undefined;
    await insertAttempt(sql, withdrawal.id, { number, unsigned, now: work.now });
    return { number, unsigned, signed: null, txId: null, sentAt: null };
  });
}

/** Signs what was kept, keeps that, and sends it. */
async function finish(
  work: Work,
  tools: WalletTools,
  { chain }: WalletNetwork,
  { withdrawal, attempts, next }: Attempts & { readonly next: Attempt },
): Promise<void> {
  const { now } = work;
  const { id, clientId, network } = withdrawal;
  const { number, unsigned } = next;
  const replaced = attempts.find((each) => each.number === number - 1)?.unsigned ?? withdrawal.unsigned;
  const signed =
    next.signed !== null && next.txId !== null
      ? { txId: next.txId, raw: next.signed }
      : await tools.signerOf(network).sign(outgoingTransferOf(withdrawal), unsigned, replaced ?? undefined);
  await tools.database.inTransaction(async (sql) => {
    await lockWithdrawal(sql, id);
    await keepAttemptSigned(sql, id, { number, signed, now });
    await publish(sql, clientId, { topic: 'crypto' });
  });
  await chain.broadcast(signed);
  await markAttemptSent(work.sql, id, { number, now });
  work.log.info(
    { withdrawalId: id, attempt: number, txId: signed.txId },
    'a withdrawal was sent with a higher fee',
  );
}
