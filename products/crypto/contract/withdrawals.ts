/**
 * Withdrawals from a wallet to an address outside the bank, and the client's address book. A withdrawal can be cancelled until it is signed. Source:
 * specification sections 7 and 9; server page section 11.
 */

import {
  pageQuery,
  zAmount,
  zAmountInput,
  zId,
  zIdParam,
  zLine,
  zPage,
  zPlain,
  zTime,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { cryptoMovementFields } from './movements.ts';
import { zCryptoAsset, zNetwork } from './wallets.ts';

const zAddressInput = zPlain.trim().min(1).max(120);

const zWithdrawal = wire({
  ...cryptoMovementFields,
  /** Name of the address book's entry; null for a typed address. */
  payeeName: ['Label', z.string().nullable()],
  canCancel: ['CanCancel', z.boolean()],
});
export type Withdrawal = z.output<typeof zWithdrawal>;

const seeing = { tag: 'Crypto', access: 'active', presence: 'required' } as const;
const moving = { tag: 'Crypto', access: 'active', presence: 'own', right: 'can_request_trans' } as const;

export const listWithdrawals = endpoint({
  ...seeing,
  id: 'listWithdrawals',
  method: 'GET',
  path: '/crypto/withdrawals',
  summary: 'List the withdrawals, newest first',
  query: z.strictObject({
    ...pageQuery,
    /** Or unix time, in seconds or milliseconds. */
    from_time: z.union([zTime, z.string().regex(/^\d{1,13}$/)]).optional(),
  }),
  response: zPage(zWithdrawal),
});

export const getWithdrawal = endpoint({
  ...seeing,
  id: 'getWithdrawal',
  method: 'GET',
  path: '/crypto/withdrawals/{id}',
  summary: 'Read a withdrawal',
  params: zIdParam,
  response: zWithdrawal,
});

export const quoteWithdrawal = endpoint({
  ...moving,
  presence: 'open',
  id: 'quoteWithdrawal',
  method: 'POST',
  path: '/crypto/withdrawals/quotes',
  summary: 'Quote the fee of a withdrawal; the quote holds for ten minutes',
  body: wire({ asset: ['Currency', zCryptoAsset] }),
  response: wire({
    id: ['Id', zId],
    asset: ['Currency', zCryptoAsset],
    /** In the withdrawn asset, on top of the amount. */
    fee: ['Fee', zAmount],
    minimum: ['Minimum', zAmount],
    /** The largest amount that can be withdrawn now, after the fee. */
    largest: ['Largest', zAmount],
    expiresAt: ['ExpiresAt', zTime],
  }),
  status: 201,
});
export type WithdrawalQuote = z.output<(typeof quoteWithdrawal)['response']>;

/** Why an address cannot receive a withdrawal. */
export const addressFaults = [
  'address_invalid',
  'address_checksum',
  'address_other_network',
  'address_testnet',
  'address_own',
] as const;
export type AddressFault = (typeof addressFaults)[number];

export const checkCryptoAddress = endpoint({
  ...moving,
  presence: 'open',
  id: 'checkCryptoAddress',
  method: 'POST',
  path: '/crypto/addresses/check',
  summary: 'Check an address before a withdrawal: form, checksum, network',
  body: wire({ asset: ['Currency', zCryptoAsset], address: ['Address', zAddressInput] }),
  response: wire({
    /** In its standard form with checksum; null if it cannot be used. */
    address: ['Address', z.string().nullable()],
    fault: ['Fault', z.enum(addressFaults).nullable()],
    /** The address's network, if it belongs to a different one. */
    network: ['Network', zNetwork.nullable()],
  }),
});
export type AddressCheck = z.output<(typeof checkCryptoAddress)['response']>;

export const createWithdrawal = endpoint({
  ...moving,
  id: 'createWithdrawal',
  method: 'POST',
  path: '/crypto/withdrawals',
  summary:
    'Withdraw to an address or to an entry of the address book; amount and fee are held until the network has confirmed it',
  twoFactor: 'always',
  money: 'leaves',
  approval: true,
  idempotent: true,
  body: wire({
    asset: ['Currency', zCryptoAsset],
    amount: ['Amount', zAmountInput],
    /** Give either `address` or `payeeId`. */
    address: ['Address', zAddressInput.optional()],
    payeeId: ['BeneficiaryId', zId.optional()],
    quoteId: ['QuoteId', zId],
  }),
  response: zWithdrawal,
  status: 201,
});
export type WithdrawalOrder = z.output<(typeof createWithdrawal)['body']>;

export const cancelWithdrawal = endpoint({
  ...moving,
  presence: 'required',
  id: 'cancelWithdrawal',
  method: 'DELETE',
  path: '/crypto/withdrawals/{id}',
  summary: 'Cancel a withdrawal that is not signed yet; amount and fee are free again',
  params: zIdParam,
  response: zWithdrawal,
});

const payeeFields = {
  id: ['Id', zId],
  label: ['Label', z.string()],
  asset: ['Currency', zCryptoAsset],
  address: ['Address', z.string()],
  createdAt: ['CreatedAt', zTime],
} as const;
const zCryptoPayee = wire(payeeFields);
export type CryptoPayee = z.output<typeof zCryptoPayee>;

/** Until when cooling-off refuses the person withdrawals to the address (for EPI only larger ones); null if it does not. */
const zListedCryptoPayee = wire({
  ...payeeFields,
  coolingOffUntil: ['CoolingOffUntil', zTime.nullable()],
});
export type ListedCryptoPayee = z.output<typeof zListedCryptoPayee>;

export const listCryptoPayees = endpoint({
  ...seeing,
  id: 'listCryptoPayees',
  method: 'GET',
  path: '/crypto/payees',
  summary: 'List the address book, newest first',
  query: z.strictObject(pageQuery),
  response: zPage(zListedCryptoPayee),
});

export const addCryptoPayee = endpoint({
  ...moving,
  right: 'can_create_benef',
  id: 'addCryptoPayee',
  method: 'POST',
  path: '/crypto/payees',
  summary: 'Add an address to the address book',
  twoFactor: 'always',
  approval: true,
  idempotent: true,
  body: wire({
    label: ['Label', zLine(70)],
    asset: ['Currency', zCryptoAsset],
    address: ['Address', zAddressInput],
  }),
  response: zCryptoPayee,
  status: 201,
});

export const deleteCryptoPayee = endpoint({
  ...seeing,
  right: 'can_create_benef',
  id: 'deleteCryptoPayee',
  method: 'DELETE',
  path: '/crypto/payees/{id}',
  summary: 'Delete an address from the address book; past withdrawals keep it',
  params: zIdParam,
});
