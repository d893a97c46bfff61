/** The fee of a withdrawal, guaranteed for ten minutes. Errors: `crypto_not_offered`, `crypto_user_missing`, `crypto_network_down`. */
import type { WithdrawalQuote } from '@calmly/contract';
import { type CryptoAsset, formatDecimal } from '@calmly/domain';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import type { Chain, FeeQuote } from '@calmly/providers/chain/chain.ts';
import { balances } from '../../../../ledger/server/index.ts';
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
  const { feeMinor, rate } = await askFee(work, chain, asset);
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

/** Errors: `crypto_network_down` if the chain's node gives no answer. */
async function askFee({ log }: Work, chain: Chain, asset: CryptoAsset): Promise<FeeQuote> {
  try {
    return await chain.feeQuote(asset);
  } catch (error) {
    log.warn({ err: error, network: chain.network }, 'a network fee could not be quoted');
    throw new Problem('crypto_network_down', { retryAfterSeconds: 30, cause: error });
  }
}
