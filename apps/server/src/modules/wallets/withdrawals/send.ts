/**
 * Sends withdrawals: screened, prepared, signed, broadcast. Each result is kept before the next step begins, so a server that is killed anywhere does the same again: the same
 * unsigned transaction, for which the signer gives the same signature, which the network takes once. What is prepared depends on what was prepared before
 * (inputs, nonces), so it is kept only if nothing else was prepared meanwhile: the version of the network's row decides between two servers. Those of a
 * blocked client wait until it is active again.
 */
import type { Network } from '@calmly/domain';
import type { OutsideJobHandler } from '../../../platform/jobs/jobs.ts';
import { publish } from '../../../platform/notify/push.ts';
import type { Sql, Work } from '../../../platform/work.ts';
import type { OutgoingTransfer, SignedTransaction } from '../../../providers/chain/chain.ts';
import { findInactive, lockClientState } from '../../identity/index.ts';
import { announce, appendSteps, lockTransactions, type Step } from '../../transactions/index.ts';
import { claimVersion, findCursor } from '../deposits/deposit-store.ts';
import { stepOf } from '../rows.ts';
import type { WalletNetwork, WalletTools } from '../tools.ts';
import {
  findWithdrawal,
  keepScreening,
  keepSigned,
  keepUnsigned,
  listToSend,
  listUnsigned,
  lockWithdrawal,
  moveWithdrawal,
  type StoredWithdrawal,
} from './withdrawal-store.ts';

/** The job. One withdrawal that cannot be sent keeps no other waiting; the job is tried again for it. */
export const sendWithdrawals = (tools: WalletTools): OutsideJobHandler => ({
  async outside(work, payload) {
    const { network } = payload as { readonly network: Network };
    const found = tools.networks.get(network);
    if (!found) return;
    let failure: unknown;
    const waiting = await listToSend(work.sql, network);
    const blocked = await findInactive(
      work.sql,
      waiting.map(({ clientId }) => clientId),
    );
    for (const withdrawal of waiting)
      try {
        // What is prepared may be signed already, so it goes on.
        if (withdrawal.state === 'QUEUED' && blocked.has(withdrawal.clientId)) continue;
        await sendOne(work, tools, found, withdrawal);
      } catch (error) {
        work.log.warn({ err: error, withdrawalId: withdrawal.id }, 'a withdrawal waits');
        failure = error;
      }
    if (failure !== undefined) throw failure;
  },
});

async function sendOne(
  work: Work,
  tools: WalletTools,
  network: WalletNetwork,
  withdrawal: StoredWithdrawal,
): Promise<void> {
  if (withdrawal.state === 'QUEUED' && !(await screen(work, tools, withdrawal))) return;
  if (withdrawal.state === 'QUEUED' && !(await prepare(work, tools, network, withdrawal))) return;
  const prepared = await findWithdrawal(work.sql, withdrawal.id);
  if (prepared?.state !== 'SIGNING' || prepared.unsigned === null) return;
  const signed =
    keptSignature(prepared) ??
    (await keepSigned(
      work.sql,
      prepared.id,
      await tools.signerOf(prepared.network).sign(outgoingTransferOf(prepared), prepared.unsigned),
    ));
  await network.chain.broadcast(signed);
  await tools.database.inTransaction(async (sql) => {
    const locked = await lockWithdrawal(sql, prepared.id);
    if (locked?.state !== 'SIGNING') return;
    await moveWithdrawal(sql, locked.id, work.now, { state: 'BROADCAST' });
    await take({ ...work, sql }, locked, stepOf(work, 'PENDING_FINANCE_INSTITUTION'));
  });
}

/** Asks once whether money may be sent to the address. False when it is held for staff, or was cancelled meanwhile. */
async function screen(
  work: Work,
  { database, screening }: WalletTools,
  found: StoredWithdrawal,
): Promise<boolean> {
  if (found.screenedAt !== null) return true;
  const { id, network, address } = found;
  const result = await screening.screen({ network, address });
  const isHeld = result.outcome === 'hold';
  return database.inTransaction(async (sql) => {
    const locked = await lockWithdrawal(sql, id);
    if (locked?.state !== 'QUEUED') return false;
    await keepScreening(sql, id, work.now, {
      state: isHeld ? 'REVIEW' : 'QUEUED',
      finding: isHeld ? result.found : null,
    });
    const step = isHeld
      ? stepOf(work, 'HOLD_AML', { reason: 'screening_address' })
      : stepOf(work, 'AML_APPROVED', { reason: 'screening_clear' });
    await take({ ...work, sql }, locked, step);
    return !isHeld;
  });
}

const keptSignature = ({ signed, txId }: StoredWithdrawal): SignedTransaction | undefined =>
  signed === null || txId === null ? undefined : { txId, raw: signed };

/** With the rate that was quoted to the client, also when the fee was raised since. */
export const outgoingTransferOf = ({
  id,
  asset,
  address,
  amountMinor,
  rate,
}: StoredWithdrawal): OutgoingTransfer => ({
  withdrawalId: id,
  asset,
  address,
  amountMinor,
  rate,
});

/** False when it was cancelled or its client blocked meanwhile; fails, to be tried again, when something else was prepared meanwhile. */
async function prepare(
  work: Work,
  { database }: WalletTools,
  { chain }: WalletNetwork,
  withdrawal: StoredWithdrawal,
): Promise<boolean> {
  const { id, network } = withdrawal;
  const { version } = await findCursor(work.sql, network);
  const unsigned = await chain.prepare(outgoingTransferOf(withdrawal), await listUnsigned(work.sql, network));
  return database.inTransaction(async (sql) => {
    if ((await lockClientState(sql, withdrawal.clientId)) !== 'ACTIVE') return false;
    if (!(await claimVersion(sql, network, version)))
      throw new Error(`something else was prepared for ${network} meanwhile`);
    if (!(await keepUnsigned(sql, { id, unsigned, now: work.now }))) return false;
    await take({ ...work, sql }, withdrawal, stepOf(work, 'IN_PROCESS'));
    return true;
  });
}

async function take(
  { sql }: { readonly sql: Sql },
  { id, clientId }: StoredWithdrawal,
  step: Step,
): Promise<void> {
  const row = (await lockTransactions(sql, [id])).get(id);
  if (!row) throw new Error(`withdrawal ${id} has no row`);
  await appendSteps(sql, [{ transaction: row, steps: [step] }]);
  await announce(sql, [row], 'unmoved');
  await publish(sql, clientId, { topic: 'crypto' });
}
