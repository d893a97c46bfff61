/**
 * Profit and loss of wallets by average cost, in EPI. A deposit costs the market price at that moment, a withdrawal leaves at its average cost,
 * and fees are part of the cost. Realised plus unrealised profit equals the value less the net cost. Source: server page section 11.
 */

import { zAmount, zCurrency, zId } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zCryptoAsset } from './wallets.ts';

const results = {
  /** Cost of the current balance. */
  cost: ['Cost', zAmount],
  /** At the market price; null before the first. */
  value: ['Value', zAmount.nullable()],
  unrealised: ['Unrealised', zAmount.nullable()],
  realised: ['Realised', zAmount],
} as const;

export const zWalletPosition = wire({
  walletId: ['WalletId', zId],
  asset: ['Currency', zCryptoAsset],
  quantity: ['Quantity', zAmount],
  /** Per whole unit; null for an empty wallet. */
  averageCost: ['AverageCost', zAmount.nullable()],
  price: ['Price', zAmount.nullable()],
  ...results,
  /** Quantity that arrived before the market had a price; it counts as free. */
  unpriced: ['Unpriced', zAmount],
});
export type WalletPosition = z.output<typeof zWalletPosition>;

/** For a wallet's statement: realised in the period, the other values at its end. */
export const zProfitOfPeriod = wire({ quote: ['Quote', zCurrency], ...results });
export type ProfitOfPeriod = z.output<typeof zProfitOfPeriod>;

export const listPositions = endpoint({
  id: 'listPositions',
  method: 'GET',
  path: '/crypto/positions',
  tag: 'Crypto',
  summary: 'List cost, value and profit of the wallets whose assets are traded',
  access: 'active',
  presence: 'open',
  response: z.strictObject({ Items: z.array(zWalletPosition) }),
});
