/** The prices of the bank's services. Source: specification sections 3, 4, 9; server page sections 8, 10. */

import { zAmount, zCurrency } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { chargeBearers } from '@calmly/domain';
import { z } from 'zod';

const zRate = z.strictObject({
  /** Percent. */
  rate: z.string(),
  /** Fixed minimum in the asked currency. */
  minfix: zAmount,
});
const zDirections = z.strictObject({ incoming: zRate, outgoing: zRate });
const zTypes = z.strictObject({ sepa: zDirections, swift: zDirections });

const zFeeQuery = z.strictObject({ currency: zCurrency.default('EUR') });

export const getTransferFees = endpoint({
  id: 'getTransferFees',
  method: 'GET',
  path: '/fees/trans',
  tag: 'Reference',
  summary: 'Read the transfer fees by zone, type and direction, with minimums in the requested currency',
  access: 'client',
  presence: 'open',
  query: zFeeQuery,
  response: z.strictObject({ inter: zTypes, eu: zTypes }),
});
export type TransferFees = z.output<(typeof getTransferFees)['response']>;

/** Everything that has a price, or is free. */
export const pricedServices = [
  'SEPA',
  'SEPA_INSTANT',
  'SWIFT',
  'SEPA_INCOMING',
  'SWIFT_INCOMING',
  'OWN_ACCOUNTS',
  'CALMLY_CLIENTS',
  'EXCHANGE',
  'ACCOUNT',
  'IBAN',
  'VIRTUAL_CARD_INDIVIDUAL',
  'VIRTUAL_CARD_COMPANY',
  'CARD_TOP_UP',
] as const;
export type PricedService = (typeof pricedServices)[number];

/** The larger of `rate` percent and `minimum`, and `surcharge` on top. All zero: free. */
export const zPrice = wire({
  service: ['Service', z.enum(pricedServices)],
  /** Null where the price is the same everywhere. */
  zone: ['Zone', z.enum(['eu', 'inter']).nullable()],
  /** Of outgoing SWIFT payments. */
  chargeBearer: ['ChargeBearer', z.enum(chargeBearers).nullable()],
  currency: ['Currency', zCurrency],
  rate: ['Rate', z.string()],
  minimum: ['Minimum', zAmount],
  surcharge: ['Surcharge', zAmount],
});
export type Price = z.output<typeof zPrice>;

export const listPrices = endpoint({
  id: 'listPrices',
  method: 'GET',
  path: '/fees',
  tag: 'Reference',
  summary: 'Read the price list: transfers in the requested currency, exchange, accounts and cards',
  access: 'client',
  presence: 'open',
  query: zFeeQuery,
  response: wire({ items: ['Items', z.array(zPrice)] }),
});
