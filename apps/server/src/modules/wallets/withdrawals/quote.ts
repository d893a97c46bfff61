/** The fee of a withdrawal, held for ten minutes. Errors: `crypto_not_offered`, `crypto_user_missing`. */
import type { WithdrawalQuote } from '@calmly/contract';
import { type CryptoAsset, formatDecimal } from '@calmly/domain';
import type { ClientActor, Work } from '../../../platform/work.ts';
import { balances } from '../../ledger/index.ts';
import { requireUser } from '../opening/open-wallet.ts';
import { leastMinor, requireNetwork, type WalletTools } from '../tools.ts';
import { listWallets } from '../wallet-store.ts';
import { insertQuote } from './withdrawal-store.ts';

const quoteMs = 600_000;

/** `POST /crypto/withdrawals/quotes`. */
export async function quoteWithdrawal(
  work: Work,
  { clientId }: ClientActor,
  tools: WalletTools,
  asset: CryptoAsset,
): Promise<WithdrawalQuote> {
  const { sql, now } = work;
  const { chain } = requireNetwork(tools, asset);
  await requireUser(work, clientId);
  const { feeMinor, rate } = await chain.feeQuote(asset);
  const quote = {
    id: work.newId(),
    clientId,
    asset,
    feeMinor,
    rate,
    expiresAt: new Date(now.getTime() + quoteMs),
  };
  await insertQuote(sql, quote);
  const wallet = (await listWallets(sql, clientId)).find((each) => each.asset === asset);
  const balance = wallet && (await balances(sql, [wallet.id])).get(wallet.id);
  const largest = (balance?.availableMinor ?? 0n) - feeMinor;
  return {
    id: quote.id,
    asset,
    fee: formatDecimal(feeMinor, asset),
    minimum: formatDecimal(leastMinor[asset].withdrawal, asset),
    largest: formatDecimal(largest > 0n ? largest : 0n, asset),
    expiresAt: quote.expiresAt.toISOString(),
  };
}
