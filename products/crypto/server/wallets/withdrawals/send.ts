/**
 * Sends withdrawals: screened, prepared, signed, broadcast. Each result is stored before the next step begins, so a server that is killed anywhere
 * repeats the same step: the same
 * unsigned transaction, for which the signer gives the same signature, which the network takes once. A transaction depends on those prepared before
 * it
 * (inputs, nonces), so it is stored only if nothing else was prepared in the meantime: the version of the network's row decides between two servers.
 * Withdrawals of a
 * blocked client wait until it is active again.
 * A nonce that is taken and never used blocks all later transactions of its account. So the signer is asked before anything is stored, and nothing is
 * prepared after a transaction that
 * the signer may still refuse (`turn.ts`). Withdrawals that it refuses go to staff.
 */
import type { Network } from '@calmly/domain';
import type { OutsideJobHandler } from '@calmly/platform/jobs/jobs.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type {
  OutgoingTransfer,
  SignedTransaction,
  UnsignedTransaction,
} from '@calmly/providers/chain/chain.ts';
import { SignerRefused } from '@calmly/providers/chain/signer-client.ts';
import {
  announce,
  appendSteps,
  lockTransactions,
  type Step,
} from '../../../../accounts/server/transactions/index.ts';
import { findInactive, lockClientState } from '../../../../identity/server/index.ts';
import { claimVersion, findCursor } from '../deposits/deposit-store.ts';
import { stepOf } from '../rows.ts';
import type { WalletNetwork, WalletTools } from '../tools.ts';
import { requireTurn } from './turn.ts';
import {
  findWithdrawal,
  holdRefused,
  keepScreening,
  keepSigned,
  keepUnsigned,
  listToSend,
  listToSign,
  listUnsigned,
  lockWithdrawal,
  moveWithdrawal,
  type StoredWithdrawal,
} from './withdrawal-store.ts';

/** The job. One withdrawal that cannot be sent does not block the others; the job is retried for it. */
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
        // A prepared one may be signed already, so it continues.
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
  const signed = keptSignature(prepared) ?? (await sign(work, tools, prepared, prepared.unsigned));
  if (!signed) return;
  await network.chain.broadcast(signed);
  await tools.database.inTransaction(async (sql) => {
    const locked = await lockWithdrawal(sql, prepared.id);
    if (locked?.state !== 'SIGNING') return;
    await moveWithdrawal(sql, locked.id, work.now, { state: 'BROADCAST' });
    await take({ ...work, sql }, locked, stepOf(work, 'PENDING_FINANCE_INSTITUTION'));
  });
}

/** Undefined if the signer refuses, and staff have to decide. */
async function sign(
  work: Work,
  tools: WalletTools,
  withdrawal: StoredWithdrawal,
  unsigned: UnsignedTransaction,
): Promise<SignedTransaction | undefined> {
  const transfer = outgoingTransferOf(withdrawal);
  const signed = await tools
    .signerOf(withdrawal.network)
    .sign(transfer, unsigned)
    .catch((error: unknown) => holdIfRefused(work, tools, withdrawal, { unsigned, error }));
  return signed && keepSigned(work.sql, { id: withdrawal.id, unsigned }, signed);
}

/**
 * Passes a withdrawal to staff if the signer refuses its content: nothing of it was ever signed. Throws any other error, and `other_transaction`,
 * because others may know
 * a signed transaction. A transaction that another server has since prepared stays: only `unsigned` was refused, null if nothing is stored.
 */
async function holdIfRefused(
  work: Work,
  { database }: WalletTools,
  { id }: StoredWithdrawal,
  { unsigned, error }: { readonly unsigned: UnsignedTransaction | null; readonly error: unknown },
): Promise<undefined> {
  if (!(error instanceof SignerRefused) || error.code === 'other_transaction') throw error;
  await database.inTransaction(async (sql) => {
    const locked = await lockWithdrawal(sql, id);
    if (!locked || !(await holdRefused(sql, id, { now: work.now, finding: error.message, unsigned }))) return;
    await take({ ...work, sql }, locked, stepOf(work, 'UNDER_REVIEW', { reason: 'signer_refused' }));
  });
  work.log.error({ withdrawalId: id, reason: error.code }, 'the signer refuses a withdrawal');
}

/** Asks once whether money may be sent to the address. False if it is held for staff, or was cancelled in the meantime. */
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

/** With the rate quoted to the client. */
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

/** Reading blocks also increments the version of the network's row, so an attempt may well fail. */
const mostAttempts = 20;

/**
 * Pays the network's current fee, because the quote may be days old. False if the signer refuses, or it was cancelled or its client blocked in the
 * meantime; throws, to be retried
 * later, if something else was prepared before and is not signed.
 */
async function prepare(
  work: Work,
  tools: WalletTools,
  network: WalletNetwork,
  withdrawal: StoredWithdrawal,
): Promise<boolean> {
  const { rate } = await network.chain.feeQuote(withdrawal.asset);
  const transfer = { ...outgoingTransferOf(withdrawal), rate };
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const isPrepared = await prepareOnce(work, tools, network, withdrawal, transfer);
    if (isPrepared !== undefined) return isPrepared;
  }
  throw new Error(`something else was prepared for ${withdrawal.network} meanwhile`);
}

/** Undefined if the version of the network's row was incremented in the meantime. */
async function prepareOnce(
  work: Work,
  tools: WalletTools,
  { chain }: WalletNetwork,
  withdrawal: StoredWithdrawal,
  transfer: OutgoingTransfer,
): Promise<boolean | undefined> {
  const { id, network } = withdrawal;
  const { version } = await findCursor(work.sql, network);
  const toSign = await listToSign(work.sql, network);
  const unsigned = await chain.prepare(transfer, await listUnsigned(work.sql, network));
  await requireTurn(chain, unsigned, toSign);
  const isAccepted = await tools
    .signerOf(network)
    .check(transfer, unsigned)
    .then(() => true)
    .catch((error: unknown) => holdIfRefused(work, tools, withdrawal, { unsigned: null, error }));
  if (!isAccepted) return false;
  return tools.database.inTransaction(async (sql) => {
    if ((await lockClientState(sql, withdrawal.clientId)) !== 'ACTIVE') return false;
    if (!(await claimVersion(sql, network, version))) return undefined;
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
