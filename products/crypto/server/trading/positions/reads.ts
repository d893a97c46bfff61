/** Positions as the portal and statements show them. Money is in EPI, which is the quote of every instrument. */
import type { ProfitOfPeriod, WalletPosition } from '@calmly/contract';
import { formatDecimal, instruments } from '@calmly/domain';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import { findWallets } from '../../wallets/index.ts';
import { averageCost, type Position, worthOf } from './average-cost.ts';
import { type Holding, instrumentOf, marketPrice, readPosition, unitOf } from './positions.ts';

const money = (minor: bigint): string => formatDecimal(minor, 'EPI');

/** The client's wallets of traded assets, oldest first. Empty for a client without crypto. */
export async function listPositions(work: Pick<Work, 'sql' | 'actor'>): Promise<{ Items: WalletPosition[] }> {
  const { sql } = work;
  const { wallets } = await findWallets(sql, [requireClientActor(work).clientId]);
  const found = await Promise.all(
    wallets
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, asset }) => readOne(sql, { walletId: id, asset })),
  );
  return { Items: found.filter((position) => position !== undefined) };
}

async function readOne(sql: Sql, holding: Holding): Promise<WalletPosition | undefined> {
  const code = instrumentOf(holding.asset);
  const [position, price] = await Promise.all([
    readPosition(sql, holding),
    code === undefined ? undefined : marketPrice(sql, code),
  ]);
  if (code === undefined || !position) return undefined;
  const average = averageCost(position, unitOf(instruments[code]));
  return {
    walletId: holding.walletId,
    asset: holding.asset,
    quantity: formatDecimal(position.quantityMinor, holding.asset),
    averageCost: average === undefined ? null : money(average),
    price: price === undefined ? null : money(price),
    ...resultOf(position, price, unitOf(instruments[code])),
    realised: money(position.realisedMinor),
    unpriced: formatDecimal(position.unpricedMinor, holding.asset),
  };
}

/** Cost of the position, and worth and profit at a price; null without one. */
function resultOf(position: Position, price: bigint | undefined, unit: bigint) {
  const worth = price === undefined ? undefined : worthOf(position, price, unit);
  return {
    cost: money(position.costMinor),
    value: worth === undefined ? null : money(worth),
    unrealised: worth === undefined ? null : money(worth - position.costMinor),
  };
}

/** For a wallet in a period, at the market price at its end; undefined for an asset without a price. */
export async function readProfit(
  sql: Sql,
  holding: Holding,
  { begins, ends }: { readonly begins: Date; readonly ends: Date },
): Promise<ProfitOfPeriod | undefined> {
  const code = instrumentOf(holding.asset);
  const [before, after] = [await readPosition(sql, holding, begins), await readPosition(sql, holding, ends)];
  if (code === undefined || !before || !after) return undefined;
  return {
    quote: 'EPI',
    realised: money(after.realisedMinor - before.realisedMinor),
    ...resultOf(after, await marketPrice(sql, code, ends), unitOf(instruments[code])),
  };
}
