/**
 * Collects clients' deposits from their addresses to the bank's own. A token needs ETH for the fee first: the bank sends it, and after it has arrived
 * the tokens follow
 * in a later run. An address has one open transfer at a time, and a run checks a bounded number of addresses.
 * As with withdrawals, the signer is asked before anything is stored, nothing is prepared while the account still has something to sign, and each
 * result is stored before the next step: a server that is killed anywhere repeats the same step. Nothing leaves the bank: the books change
 * by the network's fee only, when it is final (`follow.ts`).
 */
import { type CryptoAsset, exponentOf, type Network, nativeAsset } from '@calmly/domain';
import { addJobs, type OutsideJobHandler } from '@calmly/platform/jobs/jobs.ts';
import type { LogFields } from '@calmly/platform/log.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { Chain, Collecting, OwnTransfer, SignedTransaction } from '@calmly/providers/chain/chain.ts';
import { SignerRefused } from '@calmly/providers/chain/signer-client.ts';
import { listAddressesOn } from '../addresses/address-store.ts';
import { claimVersion, findCursor } from '../deposits/deposit-store.ts';
import type { WalletTools } from '../tools.ts';
import { requireTurn } from '../withdrawals/turn.ts';
import { listToSign, listUnsigned } from '../withdrawals/withdrawal-store.ts';
import {
  dropUnsignedCollection,
  forgetUncollected,
  hasToCollect,
  insertCollection,
  keepCollectionSigned,
  listUncollected,
  listUnsentCollections,
  markCollectionSent,
  postponeUncollected,
  type StoredCollection,
  type Uncollected,
} from './collection-store.ts';

export const collectTask = 'wallets_collect';

const addressesAtOnce = 25;
/** After an attempt, and while the bank has no ETH for fees. */
const pauseMs = 60 * 60_000;

/** Smaller amounts are not worth their fee. */
const leastMinor: Readonly<Record<CryptoAsset, bigint>> = {
  BTC: 0n,
  ETH: 10_000_000_000_000_000n,
  TON: 0n,
  EPI: 1_000_000_000n,
  PFE: 1_000_000_000n,
};

const notedBefore = ({ collectAfterMs }: WalletTools, now: Date) => new Date(now.getTime() - collectAfterMs);

/** Schedules the job if there is something to do; scheduled repeatedly, it runs once. */
export async function scheduleCollecting(work: Work, tools: WalletTools, chain: Chain): Promise<void> {
  const { sql, now } = work;
  const { network } = chain;
  if (!chain.collect || !(await hasToCollect(sql, network, notedBefore(tools, now)))) return;
  await addJobs(sql, [{ task: collectTask, payload: { network }, key: `${collectTask}:${network}` }]);
}

/** The job. One address that cannot be collected from does not block the others; it is checked again with the next block. */
export const collectAll = (tools: WalletTools): OutsideJobHandler => ({
  async outside(work, payload) {
    const { network } = payload as { readonly network: Network };
    const chain = tools.networks.get(network)?.chain;
    if (!chain?.collect) return;
    const attempt = async (subject: LogFields, run: () => Promise<void>) => {
      try {
        await run();
      } catch (err) {
        work.log.warn({ err, ...subject }, 'a deposit address is not collected from');
      }
    };
    for (const unsent of await listUnsentCollections(work.sql, network))
      await attempt({ collectionId: unsent.id }, () => send(work, tools, chain, unsent));
    const before = notedBefore(tools, work.now);
    const query = { network, native: nativeAsset[network], before, limit: addressesAtOnce };
    for (const uncollected of await listUncollected(work.sql, query))
      await attempt({ network, asset: uncollected.asset, addressIndex: uncollected.index }, () =>
        collectOne(work, tools, chain, uncollected),
      );
  },
});

async function collectOne(
  work: Work,
  tools: WalletTools,
  chain: Chain,
  uncollected: Uncollected,
): Promise<void> {
  const { sql, now } = work;
  const { network, asset, address, index } = uncollected;
  const { version } = await findCursor(sql, network);
  const toSign = await listToSign(sql, network);
  const next: Collecting = (await chain.collect?.(
    { asset, address, index, leastMinor: leastMinor[asset], worth: await worthOf(sql, tools, uncollected) },
    await listUnsigned(sql, network),
  )) ?? { step: 'nothing' };
  if (next.step === 'nothing') return forgetUncollected(sql, uncollected);
  const later = new Date(now.getTime() + pauseMs);
  if (next.step === 'dear') return postponeUncollected(sql, uncollected, later);
  if (next.step === 'no_gas') {
    work.log.error({ network }, 'the bank has too little for the fees of collecting');
    return postponeUncollected(sql, uncollected, later);
  }
  const { step: kind, amountMinor, unsigned } = next;
  await requireTurn(chain, unsigned, toSign);
  const collection = {
    id: work.newId(),
    network,
    kind,
    asset: next.asset,
    address,
    index,
    amountMinor,
    unsigned,
    signed: null,
    txId: null,
  };
  const isAccepted = await tools
    .signerOf(network)
    .check(await ownTransferOf(sql, collection), unsigned)
    .then(() => true)
    .catch((error: unknown) => noteRefusal(work, network, error));
  if (!isAccepted) return postponeUncollected(sql, uncollected, later);
  const isKept = await tools.database.inTransaction(async (inside) => {
    if (!(await claimVersion(inside, network, version)))
      throw new Error(`something else was prepared for ${network} meanwhile`);
    if (!(await insertCollection(inside, collection, now))) return false;
    // A failed transfer is not retried at once: each attempt costs a fee.
    if (kind === 'COLLECT') await postponeUncollected(inside, uncollected, later);
    return true;
  });
  if (isKept) await send(work, tools, chain, collection);
}

/** Worth of the token that is the bank's own euro; others have no price here, and neither does it while ETH is not traded. */
async function worthOf(
  sql: Sql,
  { priceOf }: WalletTools,
  { network, asset }: Uncollected,
): Promise<((amountMinor: bigint) => bigint) | undefined> {
  const native = nativeAsset[network];
  const price = asset === 'EPI' ? await priceOf?.(sql, native) : undefined;
  if (price === undefined) return undefined;
  const unit = 10n ** BigInt(exponentOf(native));
  return (amountMinor) => (amountMinor * unit) / price;
}

async function send(
  work: Work,
  tools: WalletTools,
  chain: Chain,
  collection: Omit<StoredCollection, 'state' | 'height' | 'chainFeeMinor'>,
): Promise<void> {
  const { id, network, unsigned } = collection;
  const signed =
    keptSignature(collection) ??
    (await tools
      .signerOf(network)
      .sign(await ownTransferOf(work.sql, collection), unsigned)
      .catch((error: unknown) => noteRefusal(work, network, error)));
  // Its nonce is free again for others; the address is checked again.
  if (!signed) return dropUnsignedCollection(work.sql, id);
  await keepCollectionSigned(work.sql, id, signed);
  await chain.broadcast(signed);
  await markCollectionSent(work.sql, id, work.now);
}

/** The signer refuses the transfer's content: nothing of it was ever signed. Throws any other error. */
function noteRefusal(work: Work, network: Network, error: unknown): undefined {
  if (!(error instanceof SignerRefused) || error.code === 'other_transaction') throw error;
  work.log.error({ network, reason: error.code }, 'the signer refuses a transfer between own addresses');
}

const keptSignature = ({
  signed,
  txId,
}: Pick<StoredCollection, 'signed' | 'txId'>): SignedTransaction | undefined =>
  signed === null || txId === null ? undefined : { txId, raw: signed };

/** The transfer to the deposit address, or to the bank's own. */
export async function ownTransferOf(
  sql: Sql,
  {
    id,
    network,
    kind,
    asset,
    address,
    index,
    amountMinor,
  }: Pick<StoredCollection, 'id' | 'network' | 'kind' | 'asset' | 'address' | 'index' | 'amountMinor'>,
): Promise<OwnTransfer> {
  const to = { withdrawalId: id, asset, amountMinor };
  if (kind === 'GAS') return { ...to, address, own: { branch: 0, index } };
  const bank = (await listAddressesOn(sql, network)).find(({ clientId }) => clientId === null);
  if (!bank) throw new Error(`the bank has no address on ${network}`);
  return { ...to, address: bank.address, own: { branch: 1, index: 0 } };
}
