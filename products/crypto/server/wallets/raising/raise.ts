/**
 * Raises the fee of withdrawals that wait too long for a block, and of transfers between the bank's own addresses. As in sending, each result is
 * stored before the next step: the unsigned transaction, its
 * signature, and that the network has it. A server that is killed anywhere repeats the same step. The client's price stays as quoted; the network's
 * final fee is booked
 * when it is final (`withdrawals/follow.ts`).
 * The first transaction may still be confirmed instead: the network takes one of them, and `whereabouts.ts` finds out which.
 */
import type { Network } from '@calmly/domain';
import { addJobs, type OutsideJobHandler } from '@calmly/platform/jobs/jobs.ts';
import type { LogFields } from '@calmly/platform/log.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { OutgoingTransfer, OwnTransfer } from '@calmly/providers/chain/chain.ts';
import { SignerRefused } from '@calmly/providers/chain/signer-client.ts';
import { ownTransferOf } from '../collecting/collect.ts';
import {
  listCollectionsToRaise,
  lockCollection,
  type StoredCollection,
} from '../collecting/collection-store.ts';
import type { WalletNetwork, WalletTools } from '../tools.ts';
import { outgoingTransferOf } from '../withdrawals/send.ts';
import { findWithdrawal, lockWithdrawal } from '../withdrawals/withdrawal-store.ts';
import {
  type Attempt,
  insertAttempt,
  keepAttemptSigned,
  keepRefusal,
  listAttempts,
  listToRaise,
  markAttemptSent,
  type Parent,
  type WaitingWithdrawal,
} from './attempt-store.ts';

export const raiseTask = 'wallets_raise';

/** In the open transaction; a network has one waiting job. */
export const scheduleRaising = (sql: Sql, network: Network): Promise<void> =>
  addJobs(sql, [{ task: raiseTask, payload: { network }, key: `${raiseTask}:${network}` }]);

/** A withdrawal sent before this moment has waited too long. */
export const waitingSince = ({ raise }: WalletTools, now: Date): Date =>
  new Date(now.getTime() - raise.afterMs);

/** Whether something has waited too long, or its replacement is not sent yet. */
export const hasToRaise = async (sql: Sql, network: Network, before: Date): Promise<boolean> =>
  (await listToRaise(sql, network, before)).length > 0 ||
  (await listCollectionsToRaise(sql, network, before)).length > 0;

/** A waiting withdrawal or transfer between two of our own addresses, such as the gas that collecting tokens needs. */
interface Sent {
  readonly parent: Parent;
  readonly id: string;
  readonly network: Network;
  readonly unsigned: string | null;
  readonly txId: string | null;
  readonly transfer: OutgoingTransfer | OwnTransfer;
  readonly isForced: boolean;
  readonly isDue: boolean;
  lock(sql: Sql): Promise<{ state: string; height: number | null; txId: string | null } | undefined>;
  /** Stores why the fee stays unchanged. */
  noteRefusal(reason: string): Promise<void>;
  /** Runs in the transaction that stores the signature. */
  tell(sql: Sql): Promise<void>;
}

/** The job. A failed raise does not block the others; it is tried again with the next block. */
export const raiseFees = (tools: WalletTools): OutsideJobHandler => ({
  async outside(work, payload) {
    const { network } = payload as { readonly network: Network };
    const found = tools.networks.get(network);
    if (!found) return;
    const before = waitingSince(tools, work.now);
    const attempt = async (subject: LogFields, read: () => Promise<Sent | undefined>) => {
      let sent: Sent | undefined;
      try {
        sent = await read();
        if (sent) await raiseOne(work, tools, found, sent);
      } catch (error) {
        if (error instanceof SignerRefused) await sent?.noteRefusal(error.message);
        work.log.warn({ err: error, ...subject }, 'a fee is not raised');
      }
    };
    for (const waiting of await listToRaise(work.sql, network, before))
      await attempt({ withdrawalId: waiting.id }, () => ofWithdrawal(work, waiting, before));
    for (const collection of await listCollectionsToRaise(work.sql, network, before))
      await attempt({ collectionId: collection.id }, () => ofCollection(work, collection, before));
  },
});

async function ofWithdrawal(work: Work, waiting: WaitingWithdrawal, before: Date): Promise<Sent | undefined> {
  const withdrawal = await findWithdrawal(work.sql, waiting.id);
  if (!withdrawal) return undefined;
  const { id, network, unsigned, txId, clientId } = withdrawal;
  return {
    parent: 'withdrawal',
    id,
    network,
    unsigned,
    txId,
    transfer: outgoingTransferOf(withdrawal),
    isForced: waiting.raiseAskedAt !== null,
    isDue: waiting.since <= before,
    lock: (sql) => lockWithdrawal(sql, id),
    noteRefusal: (reason) => keepRefusal(work.sql, waiting, reason),
    tell: (sql) => publish(sql, clientId, { topic: 'crypto' }),
  };
}

async function ofCollection(
  work: Work,
  collection: StoredCollection & { readonly since: Date },
  before: Date,
): Promise<Sent> {
  const { id, network, unsigned, txId, since } = collection;
  return {
    parent: 'collection',
    id,
    network,
    unsigned,
    txId,
    transfer: await ownTransferOf(work.sql, collection),
    isForced: false,
    isDue: since <= before,
    lock: (sql) => lockCollection(sql, id),
    noteRefusal: async (reason) => work.log.warn({ collectionId: id, reason }, 'a fee is not raised'),
    tell: () => Promise.resolve(),
  };
}

async function raiseOne(work: Work, tools: WalletTools, network: WalletNetwork, sent: Sent): Promise<void> {
  const attempts = await listAttempts(work.sql, sent.id, sent.parent);
  const newest = attempts.at(-1);
  if (newest?.sentAt === null && (newest.signed === null || !sent.isDue))
    return finish(work, tools, network, { sent, attempts, next: newest });
  const next = await prepare(work, tools, network, { sent, attempts });
  if (next) await finish(work, tools, network, { sent, attempts: [...attempts, next], next });
  // After a long outage it is not sent yet, and no higher fee is needed.
  else if (newest?.sentAt === null) await finish(work, tools, network, { sent, attempts, next: newest });
}

interface Attempts {
  readonly sent: Sent;
  readonly attempts: readonly Attempt[];
}

/** Stores the unsigned transaction; undefined if the fee stays, or nothing waits any more. */
async function prepare(
  work: Work,
  { database, raise: { mostTimes } }: WalletTools,
  { chain }: WalletNetwork,
  { sent, attempts }: Attempts,
): Promise<Attempt | undefined> {
  const { id, parent, txId, isForced } = sent;
  const newest = attempts.at(-1)?.unsigned ?? sent.unsigned;
  if (newest === null) return undefined;
  const raised = await chain.raise(newest, { first: attempts[0]?.unsigned ?? newest, mostTimes, isForced });
  if ('cannot' in raised) {
    // A stored reason for staff stays; that nothing is needed at the moment is not a reason.
    if (raised.cannot !== 'enough') await sent.noteRefusal(raised.cannot);
    return undefined;
  }
  const number = Math.max(attempts.length, 1);
  const { unsigned } = raised;
  return database.inTransaction(async (sql) => {
    const locked = await sent.lock(sql);
    const isAsRead = locked?.state === 'BROADCAST' && locked.height === null && locked.txId === txId;
    if (!isAsRead || (await listAttempts(sql, id, parent)).length !== attempts.length) return undefined;
    await insertAttempt(sql, id, { number, unsigned, now: work.now }, parent);
    return { number, unsigned, signed: null, txId: null, sentAt: null };
  });
}

/** Signs the stored transaction, stores the signature, and sends it. */
async function finish(
  work: Work,
  tools: WalletTools,
  { chain }: WalletNetwork,
  { sent, attempts, next }: Attempts & { readonly next: Attempt },
): Promise<void> {
  const { now } = work;
  const { id, parent, network, transfer } = sent;
  const { number, unsigned } = next;
  const replaced = attempts.find((each) => each.number === number - 1)?.unsigned ?? sent.unsigned;
  const signed =
    next.signed !== null && next.txId !== null
      ? { txId: next.txId, raw: next.signed }
      : await tools.signerOf(network).sign(transfer, unsigned, replaced ?? undefined);
  await tools.database.inTransaction(async (sql) => {
    await sent.lock(sql);
    await keepAttemptSigned(sql, id, { number, signed, now }, parent);
    await sent.tell(sql);
  });
  await chain.broadcast(signed);
  await markAttemptSent(work.sql, id, { number, now }, parent);
  const subject = parent === 'withdrawal' ? { withdrawalId: id } : { collectionId: id };
  work.log.info({ ...subject, attempt: number, txId: signed.txId }, 'sent with a higher fee');
}
