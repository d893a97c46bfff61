/** Traders over the API: wallets, deposits on the sandbox's chains, orders on the other side of the market. */
import {
  type ApiClient,
  actOnDeskChain,
  createCryptoUser,
  createWallet,
  listWallets,
  newIdempotencyKey,
  placeOrder,
  sendDeskDeposit,
  type TradeOrderInput,
  termsVersions,
  type Wallet,
} from '@calmly/contract';
import { type CryptoAsset, networkOf } from '@calmly/domain';
import { expect } from '@playwright/test';

/** Blocks that confirm any deposit. */
const enoughBlocks = 12;

/** Starts crypto and returns the wallet of an asset, which is created if there is none. */
export async function walletOf(bank: ApiClient, asset: CryptoAsset): Promise<Wallet> {
  const { Items: wallets } = await bank.call(createCryptoUser, {
    body: { termsVersion: termsVersions.crypto },
  });
  return (
    wallets.find((wallet) => wallet.asset === asset) ?? (await bank.call(createWallet, { body: { asset } }))
  );
}

/** Sends an asset from an external address; no block has it yet. */
export const sendFromOutside = (bank: ApiClient, asset: CryptoAsset, address: string, amount: string) =>
  bank.call(sendDeskDeposit, { body: { id: newIdempotencyKey(), asset, address, amount } });

export const mine = (bank: ApiClient, asset: CryptoAsset, blocks = enoughBlocks) =>
  bank.call(actOnDeskChain, {
    body: { network: networkOf(asset), action: 'MINE', blocks, isDropping: false },
  });

/** Money on the wallet, by a deposit that the network has confirmed. */
export async function fund(bank: ApiClient, asset: CryptoAsset, amount: string): Promise<void> {
  const [before, { addresses }] = [await balanceOf(bank, asset), await walletOf(bank, asset)];
  await sendFromOutside(bank, asset, addresses[0]?.address ?? '', amount);
  await mine(bank, asset);
  await expect.poll(() => balanceOf(bank, asset)).not.toBe(before);
}

const balanceOf = async (bank: ApiClient, asset: CryptoAsset) => {
  await walletOf(bank, asset);
  const { Items: wallets } = await bank.call(listWallets, {});
  return wallets.find((wallet) => wallet.asset === asset)?.available;
};

type Terms = Pick<TradeOrderInput, 'operation' | 'amount'> & Partial<TradeOrderInput>;

/** A limit order in BTC/EPI, or a market order when it has no price. */
export const order = (bank: ApiClient, terms: Terms) =>
  bank.call(placeOrder, {
    body: {
      instrument: 'BTCEPI',
      type: terms.price === undefined ? 'MARKET' : 'LIMIT',
      timeInForce: 'GTC',
      postOnly: false,
      ...terms,
    },
  });
