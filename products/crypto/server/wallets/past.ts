/**
 * The demo's past: a client's wallet activity, at the time of the work and in its transaction. It uses the functions of real deposits and
 * withdrawals; only the client's code and the quote are left out.
 */
import type { CryptoAsset } from '@calmly/domain';
import { networkOf } from '@calmly/domain';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { findAccounts } from '../../../accounts/server/accounts/index.ts';
import { applyReading } from './deposits/apply.ts';
import { readChain } from './deposits/read-chain.ts';
import { bookMove } from './moves/move.ts';
import { requireOpenWallet } from './opening/open-wallet.ts';
import { openAddress } from './opening/own-clients.ts';
import { requireNetwork, type WalletTools } from './tools.ts';
import { writeWithdrawal } from './withdrawals/order-withdrawal.ts';
import { insertPayee } from './withdrawals/payee-store.ts';
import { sendWithdrawals } from './withdrawals/send.ts';

/** Tools for the open transaction. */
const toolsIn = ({ sql }: Pick<Work, 'sql'>, tools: WalletTools): WalletTools => ({
  ...tools,
  database: { sql, inTransaction: (run) => run(sql) },
});

/** Reads every chain to its tip and stores the result. */
export async function readPast(work: Work, tools: WalletTools): Promise<void> {
  for (const { chain } of tools.networks.values()) {
    const reading = await readChain(work.sql, chain);
    if (reading) await applyReading(work, tools, reading);
  }
}

/** Moves cents from one of the client's accounts to the EPI wallet, which is opened if there is none. */
export async function buyEpiInPast(
  work: Work,
  { clientId }: ClientActor,
  tools: WalletTools,
  { account: numberOrIban, centsMinor }: { readonly account: string; readonly centsMinor: bigint },
): Promise<void> {
  await openAddress(work, tools, { clientId, asset: 'EPI' });
  const [account] = await findAccounts(work.sql, [{ clientId, numberOrIban }]);
  if (!account) throw new Error(`${numberOrIban} is no account`);
  const wallet = await requireOpenWallet(work, { clientId, asset: 'EPI' });
  await bookMove(work, { type: 'Deposit', account, wallet, centsMinor });
}

/** Adds an address to the address book, withdraws to it, and sends the transaction to its network. */
export async function withdrawInPast(
  work: Work,
  actor: ClientActor,
  tools: WalletTools,
  order: {
    readonly asset: CryptoAsset;
    readonly amountMinor: bigint;
    readonly address: string;
    readonly label: string;
  },
): Promise<void> {
  const { sql, now } = work;
  const { clientId } = actor;
  const { asset, amountMinor, address, label } = order;
  const payee = { id: work.newId(), clientId, label, asset, address, createdAt: now };
  await insertPayee(sql, payee);
  const quote = await requireNetwork(tools, asset).chain.feeQuote(asset);
  const wallet = await requireOpenWallet(work, { clientId, asset });
  await writeWithdrawal(work, actor, {
    wallet,
    quote,
    amountMinor,
    destination: { address, payee },
    state: 'QUEUED',
  });
  await sendWithdrawals(toolsIn(work, tools)).outside(work, { network: networkOf(asset) });
}
