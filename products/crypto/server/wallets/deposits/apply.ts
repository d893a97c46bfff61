/**
 * Stores a reading of a chain in one transaction; the cursor's version decides which server does. A deposit is DETECTED with a row in the list,
 * CREDITED
 * after enough blocks, REJECTED if the network undoes it before that, and an incident if after (`credit.ts`). Lock order: the network, the client,
 * rows of the list, the ledger.
 */
import { publish } from '@calmly/platform/notify/push.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { ChainTransfer, SignedTransaction, TransactionState } from '@calmly/providers/chain/chain.ts';
import {
  announce,
  appendSteps,
  bookTransactions,
  lockTransactions,
} from '../../../../accounts/server/transactions/index.ts';
import { clientName } from '../../../../identity/server/index.ts';
import { comparable } from '../addresses/check.ts';
import { followCollection } from '../collecting/follow.ts';
import { ensureWallet } from '../opening/open-wallet.ts';
import { networkName, rowOf, stepOf } from '../rows.ts';
import type { WalletTools } from '../tools.ts';
import { follow } from '../withdrawals/follow.ts';
import { credit, openLost, returnLost } from './credit.ts';
import {
  claimVersion,
  insertDeposit,
  listConfirmed,
  listDetected,
  moveCursor,
  type StoredDeposit,
  updateDeposit,
} from './deposit-store.ts';
import { keyOf, type Reading } from './reading.ts';

/** Returns sent transactions that the network has forgotten. Does nothing if another server was faster. */
export async function applyReading(
  work: Work,
  tools: Pick<WalletTools, 'networks'>,
  reading: Reading,
): Promise<{ readonly lost: readonly SignedTransaction[] }> {
  const { sql } = work;
  const { network, read, fork } = reading;
  if (!(await claimVersion(sql, network, reading.version))) return { lost: [] };
  const confirmations = tools.networks.get(network)?.confirmations ?? 1;
  const known = new Map(reading.known.map((deposit) => [keyOf(deposit), deposit]));
  for (const transfer of reading.transfers) await take(work, reading, transfer, known.get(keyOf(transfer)));
  for (const { deposit, state } of reading.missing) await missed(work, deposit, state);
  for (const deposit of await listConfirmed(sql, network, read.height - confirmations + 1))
    await credit(work, deposit);
  const lost: SignedTransaction[] = [];
  for (const { withdrawal, ...whereabouts } of reading.withdrawals) {
    const again = await follow(work, withdrawal, whereabouts, read.height - confirmations + 1);
    if (again) lost.push(again);
  }
  for (const { collection, ...whereabouts } of reading.collections) {
    const again = await followCollection(work, collection, whereabouts, read.height - confirmations + 1);
    if (again) lost.push(again);
  }
  await moveCursor(sql, network, { fork, ...read });
  const waiting = new Set((await listDetected(sql, network)).map(({ clientId }) => clientId));
  for (const clientId of waiting) if (clientId !== null) await publish(sql, clientId, { topic: 'crypto' });
  return { lost };
}

/** A transfer in a block: new, returned, or in another block than before. */
async function take(
  work: Work,
  reading: Reading,
  transfer: ChainTransfer,
  known: StoredDeposit | undefined,
): Promise<void> {
  const { sql, now } = work;
  const { height, blockHash } = transfer;
  if (!known) {
    const deposit = await newDeposit(work, reading, transfer);
    if (deposit) await insertDeposit(sql, await withRow(work, deposit));
    return;
  }
  const placed = { ...known, height, blockHash };
  if (known.state === 'LOST' || known.state === 'SMALL_LOST') await returnLost(work, placed);
  else if (known.state === 'REJECTED')
    await updateDeposit(sql, await withRow(work, { ...placed, state: 'DETECTED' }), now);
  else await updateDeposit(sql, placed, now);
}

/** Undefined if the address is not ours. */
async function newDeposit(
  work: Work,
  { network, addresses }: Reading,
  { txId, index, asset, address, amountMinor, height, blockHash }: ChainTransfer,
): Promise<StoredDeposit | undefined> {
  const owner = addresses.get(comparable(network, address));
  if (!owner) return undefined;
  const { clientId } = owner;
  const wallet = clientId === null ? undefined : await ensureWallet(work, { clientId, asset });
  return {
    id: work.newId(),
    network,
    txId,
    index,
    asset,
    address: owner.address,
    walletId: wallet?.id ?? null,
    clientId,
    amountMinor,
    height,
    blockHash,
    state: 'DETECTED',
    transactionId: null,
    createdAt: work.now,
  };
}

/** The deposit with a row in its client's list; the bank's own deposits have none. */
async function withRow(work: Work, deposit: StoredDeposit): Promise<StoredDeposit> {
  const { clientId, walletId, asset, amountMinor, network, txId, address } = deposit;
  if (clientId === null || walletId === null) return deposit;
  const id = work.newId();
  const row = rowOf(work, {
    id,
    clientId,
    accountId: walletId,
    accountName: asset,
    scheme: 'CRYPTO',
    direction: 'CREDIT',
    currency: asset,
    amountMinor,
    feeMinor: 0n,
    reference: txId,
    debtor: [networkName[network], ''],
    creditor: [await clientName(work.sql, clientId), address],
    steps: [stepOf(work, 'IN_PROCESS')],
    initiator: undefined,
  });
  await bookTransactions(work, [row]);
  await publish(work.sql, clientId, { topic: 'crypto' });
  return { ...deposit, transactionId: id };
}

/** A deposit that is no longer in any block: it waits for another one, or it is gone. */
async function missed(work: Work, deposit: StoredDeposit, state: TransactionState): Promise<void> {
  const { sql, now } = work;
  const floating = { ...deposit, height: null, blockHash: null };
  if (state.state === 'pending' || state.state === 'confirmed') return updateDeposit(sql, floating, now);
  if (deposit.state !== 'DETECTED') return openLost(work, floating);
  await updateDeposit(sql, { ...floating, state: 'REJECTED' }, now);
  const { transactionId, clientId } = deposit;
  if (transactionId === null || clientId === null) return;
  const row = (await lockTransactions(sql, [transactionId])).get(transactionId);
  if (!row) throw new Error(`the deposit ${deposit.id} has no row`);
  const steps = [stepOf(work, 'REJECTED', { reason: 'chain_reorganised' })] as const;
  await appendSteps(sql, [{ transaction: row, steps }]);
  await announce(sql, [row], 'unmoved');
  await publish(sql, clientId, { topic: 'crypto' });
}
