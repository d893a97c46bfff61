/**
 * Clients with crypto wallets on the sandbox's chains. Nothing happens automatically: tests mine, and run the jobs by hand, as often as they like.
 */
import {
  actOnDeskChain,
  type CallInput,
  createCryptoUser,
  createWallet,
  createWithdrawal,
  listCryptoHistory,
  listWallets,
  moveCrypto,
  quoteWithdrawal,
  sendDeskDeposit,
  termsVersions,
  type Wallet,
} from '@calmly/contract';
import { type CryptoAsset, type Network, networkOf } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { readTask } from '@calmly/products/crypto/server/wallets/deposits/read-chain.ts';
import { incidentQueue } from '@calmly/products/crypto/server/wallets/incidents/desk.ts';
import { sendTask } from '@calmly/products/crypto/server/wallets/withdrawals/schedule.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import type { TestApp } from './app.ts';
import { callWithCode } from './clients/colleagues.ts';
import { createPayer, type Payer, type PayerOptions } from './clients/payments.ts';

export interface Holder {
  readonly token: string;
}

/** A test's control over the chains and the bank's jobs. */
export function chainsOf(test: TestApp) {
  const runJob = async (task: string, network: Network, app = test.app): Promise<void> => {
    const handler = app.jobs[task];
    if (!handler || typeof handler === 'function' || !('outside' in handler))
      throw new Error(`no job ${task}`);
    await handler.outside(
      {
        sql: test.database.sql,
        now: new Date(),
        actor: { kind: 'system', name: task },
        newId,
        log: test.log,
      },
      { network },
    );
  };
  const act = async (
    body: Omit<CallInput<typeof actOnDeskChain>['body'], 'isDropping' | 'blocks'> & {
      isDropping?: boolean;
      blocks?: number;
    },
  ) => (await test.call(actOnDeskChain, { body: { isDropping: false, blocks: 1, ...body } })).output;
  const read = (network: Network) => runJob(readTask, network);
  const send = (network: Network) => runJob(sendTask, network);
  const mine = (network: Network, blocks = 1) => act({ network, action: 'MINE', blocks });
  return {
    read,
    send,
    mine,
    /** Mines enough blocks for everything, and lets the bank read them. */
    async settle(network: Network): Promise<void> {
      await mine(network, 12);
      await read(network);
    },
    reorganise: (network: Network, blocks: number, isDropping = false) =>
      act({ network, action: 'REORGANISE', blocks, isDropping }),
    fail: (network: Network) => act({ network, action: 'REJECT' }),
    /** Sends from an external address; the transaction waits for a block. */
    deposit: async (asset: CryptoAsset, address: string, amount: string, id: string = newId()) =>
      (await test.call(sendDeskDeposit, { body: { id, asset, address, amount } })).output.txId,
  };
}

/** A client who uses crypto, with an account in euro. */
export async function createHolder(test: TestApp, options: PayerOptions = {}): Promise<Payer> {
  const payer = await createPayer(test, options);
  await test.call(createCryptoUser, { body: { termsVersion: termsVersions.crypto } }, payer);
  return payer;
}

export const walletOf = async (test: TestApp, { token }: Holder, asset: CryptoAsset): Promise<Wallet> => {
  const { output } = await test.call(listWallets, {}, { token });
  const wallet = output.Items.find((each) => each.asset === asset);
  if (!wallet) throw new Error(`there is no wallet for ${asset}`);
  return wallet;
};

/** A new address; the wallet is opened with the first. */
export async function openAddress(test: TestApp, { token }: Holder, asset: CryptoAsset): Promise<string> {
  const { output } = await test.call(createWallet, { body: { asset } }, { token, idempotencyKey: newId() });
  const address = output.addresses.at(-1)?.address;
  if (!address) throw new Error('the wallet has no address');
  return address;
}

/** A holder whose wallet has this much. */
export async function createFundedHolder(
  test: TestApp,
  asset: CryptoAsset,
  amount: string,
): Promise<Payer & { readonly address: string }> {
  const holder = await createHolder(test);
  const address = await openAddress(test, holder, asset);
  const chains = chainsOf(test);
  await chains.deposit(asset, address, amount);
  await chains.settle(networkOf(asset));
  return { ...holder, address };
}

export const historyOf = async (test: TestApp, { token }: Holder, type: 'Deposit' | 'Transfer' = 'Deposit') =>
  (await test.call(listCryptoHistory, { query: { type } }, { token })).output.Items;

/** Withdraws with a fresh quote and the code. */
export async function withdraw(
  test: TestApp,
  { token }: Holder,
  order: {
    readonly asset: CryptoAsset;
    readonly amount: string;
    readonly address?: string;
    readonly payeeId?: string;
  },
) {
  const quote = await test.call(quoteWithdrawal, { body: { asset: order.asset } }, { token });
  return callWithCode(test, { token }, createWithdrawal, { body: { ...order, quoteId: quote.output.id } });
}

/** A holder of EPI from their account, and a withdrawal that only lacks its code. */
export async function prepareWithdrawal(test: TestApp, given?: Payer, amount = '60') {
  const holder = given ?? (await createHolder(test));
  await move(test, holder, 'Deposit', '100.00');
  const quote = await test.call(quoteWithdrawal, { body: { asset: 'EPI' } }, holder);
  return {
    ...holder,
    order: { asset: 'EPI', amount, address: outside.evm, quoteId: quote.output.id },
  } as const;
}

/** Moves between the account and the EPI wallet with the code. */
export const move = (
  test: TestApp,
  { token, account }: Pick<Payer, 'token' | 'account'>,
  type: 'Deposit' | 'Transfer',
  amount: string,
) => callWithCode(test, { token }, moveCrypto, { body: { type, account: account.number, amount } });

/** The network forgets a withdrawal's transaction. */
export async function forget({ database }: TestApp, id: string): Promise<void> {
  await query`delete from chain.transaction where tx_id = (select tx_id from wallets.withdrawal where id = ${id})`.execute(
    database.sql,
  );
}

/** A decision of staff with `npm run ops`. */
export const decideIncident = ({ database }: TestApp, id: string, decision: 'approve' | 'reject') =>
  database.inTransaction((sql) =>
    incidentQueue.decide(
      {
        sql,
        now: new Date(),
        actor: { kind: 'system', name: 'Maija' },
        newId,
        log: pino({ level: 'silent' }),
      },
      id,
      decision,
      {},
    ),
  );

/** Addresses outside the bank. */
export const outside: Readonly<Record<Network, string>> = {
  bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  evm: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ton: 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
};
