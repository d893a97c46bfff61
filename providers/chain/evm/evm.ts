/**
 * A chain of the Ethereum family, read from and sent to through a node's JSON-RPC. It carries ETH and the configured ERC-20 tokens. The
 * server has no keys and needs no library for it: transactions are signed and encoded by the signer.
 *
 * A node behind another one has a lower tip and no blocks above it; that is no reorganisation. Fees of tokens are paid in ETH: the fee of a
 * confirmed transaction is always in wei, and the quote for a token is the configured amount of the token.
 */
import { type CryptoAsset, exponentOf } from '@calmly/domain';
import { z } from 'zod';
import { PartnerUnavailable } from '../../ask.ts';
import type { Chain, SignedTransaction, TransactionState } from '../chain.ts';
import { type ClientAddress, evmAddressOf, type OwnAddress, ownersOf, publicKeysOf } from '../own-keys.ts';
import { collectFrom } from './collect.ts';
import { readIncoming } from './incoming.ts';
import { createRpc, hexOf, RpcRefused, zHash, zHeight, zQuantity } from './json-rpc.ts';
import { gasLimits, prepareTransaction, readUnsigned, writeRate } from './outgoing.ts';
import { raiseTransaction } from './raise.ts';
import { balanceOf, decimalsOf } from './tokens.ts';

export interface EvmOptions {
  readonly url: string;
  readonly chainId: number;
  /** Of the account `m/44'/60'/0'`. */
  readonly xpub: string;
  /** Contracts, and what a client pays for a withdrawal, in the token itself. */
  readonly tokens: ReadonlyArray<{
    readonly asset: CryptoAsset;
    readonly contract: string;
    readonly feeMinor: bigint;
  }>;
  readonly clientAddresses: () => Promise<readonly ClientAddress[]>;
  readonly timeoutMs?: number;
}

/** 10 000 gwei: no network was ever that busy. */
const mostFeePerGas = 10_000_000_000_000n;

const zTip = z.object({ number: zHeight, hash: zHash, baseFeePerGas: zQuantity });
const zReceipt = z.object({
  status: zQuantity,
  blockNumber: zHeight,
  blockHash: zHash,
  gasUsed: zQuantity,
  effectiveGasPrice: zQuantity,
});

/** Its functions throw PartnerUnavailable, RpcRefused or CircuitOpen. */
export function createEvm({ url, chainId, xpub, tokens, clientAddresses, timeoutMs }: EvmOptions): Chain {
  const rpc = createRpc({ url, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  const publicKey = publicKeysOf(xpub);
  const bank: OwnAddress = { branch: 1, index: 0, address: evmAddressOf(publicKey({ branch: 1, index: 0 })) };
  const byAsset = new Map(tokens.map((token) => [token.asset, token]));
  const contractOf = (asset: CryptoAsset) => byAsset.get(asset)?.contract.toLowerCase();
  const byContract = new Map(tokens.map(({ asset, contract }) => [contract.toLowerCase(), asset]));
  const ownerOf = ownersOf((index) => evmAddressOf(publicKey({ branch: 0, index })));
  let isChecked = false;

  /** Once: the node serves the configured chain, and each token has the decimals that its amounts are stored with. */
  async function checkNode(): Promise<void> {
    if (isChecked) return;
    if ((await rpc.one('eth_chainId', [], zQuantity)) !== BigInt(chainId))
      throw new PartnerUnavailable(`the EVM node serves another chain than ${chainId}`);
    const decimals = await rpc.all(tokens.map(({ contract }) => decimalsOf(contract)));
    const wrong = tokens.find(({ asset }, place) => decimals[place] !== BigInt(exponentOf(asset)));
    if (wrong) throw new PartnerUnavailable(`the contract of ${wrong.asset} has other decimals`);
    isChecked = true;
  }

  async function readTip() {
    await checkNode();
    return rpc.one('eth_getBlockByNumber', ['latest', false], zTip);
  }

  async function readGasPrice() {
    const { baseFeePerGas } = await readTip();
    const priorityFeePerGas = await rpc.one('eth_maxPriorityFeePerGas', [], zQuantity);
    if (2n * baseFeePerGas + priorityFeePerGas > mostFeePerGas)
      throw new PartnerUnavailable('the EVM node names fees that cannot be');
    return { baseFeePerGas, priorityFeePerGas };
  }

  function checkedAsset(asset: CryptoAsset): void {
    if (asset !== 'ETH' && !byAsset.has(asset)) throw new Error(`${asset} has no contract here`);
  }

  async function payers(): Promise<OwnAddress[]> {
    return [bank, ...(await clientAddresses()).map(ownerOf)];
  }

  return {
    network: 'evm',
    async tip() {
      const { number, hash } = await readTip();
      return { height: number, hash };
    },
    async blockHash(height) {
      await checkNode();
      const schema = z.object({ number: zHeight, hash: zHash }).nullable();
      const block = await rpc.one('eth_getBlockByNumber', [hexOf(height), false], schema);
      if (block && block.number !== height)
        throw new PartnerUnavailable('the EVM node answered another block');
      return block?.hash;
    },
    async incoming(addresses, from, to) {
      await checkNode();
      return readIncoming(rpc, { addresses, from, to, tokens: byContract });
    },
    async feeQuote(asset) {
      checkedAsset(asset);
      const { baseFeePerGas, priorityFeePerGas: priority } = await readGasPrice();
      // Twice the base fee still pays after six full blocks in a row.
      const maxFee = 2n * baseFeePerGas + priority;
      const feeMinor = byAsset.get(asset)?.feeMinor ?? gasLimits.person * maxFee;
      return { feeMinor, rate: writeRate(maxFee, priority) };
    },
    async prepare(transfer, unconfirmed) {
      checkedAsset(transfer.asset);
      await checkNode();
      return prepareTransaction({ rpc, chainId, contractOf, payers }, transfer, unconfirmed);
    },
    accountOf: (unsigned) => Promise.resolve(readUnsigned(unsigned).from),
    async collect({ asset, address, index, leastMinor, worth }, unconfirmed) {
      checkedAsset(asset);
      const from = ownerOf({ address, index });
      const options = { rpc, chainId, bank, contract: contractOf(asset) };
      return collectFrom(
        options,
        { asset, from, leastMinor, worth, price: await readGasPrice() },
        unconfirmed,
      );
    },
    async raise(unsigned, raise) {
      return raiseTransaction(rpc, unsigned, raise, await readGasPrice());
    },
    async broadcast({ raw, txId }: SignedTransaction) {
      await checkNode();
      try {
        const answered = await rpc.one('eth_sendRawTransaction', [raw], zHash);
        if (answered !== txId) throw new PartnerUnavailable('the EVM node answered another transaction');
      } catch (error) {
        // Nodes word "already known" differently; what counts is that it is there.
        if (error instanceof RpcRefused && (await isKnown(txId))) return;
        throw error;
      }
    },
    async transaction(txId): Promise<TransactionState> {
      await checkNode();
      const receipt = await rpc.one('eth_getTransactionReceipt', [txId], zReceipt.nullable());
      if (!receipt) return { state: (await isKnown(txId)) ? 'pending' : 'unknown' };
      return {
        state: receipt.status === 1n ? 'confirmed' : 'failed',
        height: receipt.blockNumber,
        blockHash: receipt.blockHash,
        feeMinor: receipt.gasUsed * receipt.effectiveGasPrice,
      };
    },
    async holdings(asset, addresses) {
      checkedAsset(asset);
      const block = hexOf((await readTip()).number);
      const contract = contractOf(asset);
      const owners = [...new Set([bank.address, ...addresses.map((address) => address.toLowerCase())])];
      const balances = contract
        ? await rpc.all(owners.map((owner) => balanceOf(contract, owner, block)))
        : await rpc.all(
            owners.map((owner) => ({ method: 'eth_getBalance', params: [owner, block], schema: zQuantity })),
          );
      return balances.reduce((sum, balance) => sum + balance, 0n);
    },
  };

  async function isKnown(txId: string): Promise<boolean> {
    return (await rpc.one('eth_getTransactionByHash', [txId], z.object({ hash: zHash }).nullable())) !== null;
  }
}
