/**
 * Crypto wallets: a client has one for each asset, with addresses for deposits. Source: specification sections 4 (Crypto entry), 7 and 9; server
 * page section 11.
 */

import { zAmount, zId, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { cryptoAssets, networks } from '@calmly/domain';
import { z } from 'zod';

/** A client has at most this many addresses, all assets together. */
export const mostCryptoAddresses = 6;

export const zCryptoAsset = z.enum(cryptoAssets);
export const zNetwork = z.enum(networks);

const zCryptoAddress = wire({
  id: ['Id', zId],
  address: ['Address', z.string()],
  createdAt: ['CreatedAt', zTime],
});

export const zWallet = wire({
  id: ['Id', zId],
  asset: ['Currency', zCryptoAsset],
  network: ['Network', zNetwork],
  /** The spendable balance. */
  available: ['Balance', zAmount],
  booked: ['PostedBalance', zAmount],
  /** Held by withdrawals and orders. */
  reserved: ['ReservedBalance', zAmount],
  /** Deposits that the network has not confirmed often enough yet. */
  arriving: ['Arriving', zAmount],
  /** Part of the posted balance: deposits undone by the network that the bank has not yet decided on. */
  inReview: ['InReviewBalance', zAmount],
  /** A deposit was undone after it was credited: nothing leaves the wallet until the bank has settled it. */
  isLocked: ['IsLocked', z.boolean()],
  /** Oldest first. On one network every address takes every asset of the network. */
  addresses: ['Wallets', z.array(zCryptoAddress)],
  createdAt: ['CreatedAt', zTime],
});
export type Wallet = z.output<typeof zWallet>;

const seeing = { tag: 'Crypto', access: 'active', presence: 'open' } as const;

const zWallets = z.strictObject({
  Items: z.array(zWallet),
  AddressesLeft: z.number().int(),
});

export const createCryptoUser = endpoint({
  id: 'createCryptoUser',
  method: 'POST',
  path: '/crypto/users',
  tag: 'Crypto',
  summary: 'Start to use crypto; requires the terms `crypto`; once started, it answers the same again',
  access: 'active',
  presence: 'required',
  right: 'is_boss',
  body: wire({
    /** The version of the crypto terms that was read and accepted; optional once they are accepted. */
    termsVersion: ['TermsVersion', z.string().max(10).optional()],
  }),
  response: zWallets,
  status: 201,
});

export const listWallets = endpoint({
  ...seeing,
  id: 'listWallets',
  method: 'GET',
  path: '/crypto/wallets/existing',
  summary: 'List the wallets with their balances and addresses; 404 `crypto_user_missing` before the start',
  response: zWallets,
});

export const listAvailableWallets = endpoint({
  ...seeing,
  id: 'listAvailableWallets',
  method: 'GET',
  path: '/crypto/wallets/available',
  summary:
    'List the assets that a wallet or another address can be created for; PFE is always offered as new',
  response: z.strictObject({
    Items: z.array(
      wire({
        asset: ['Currency', zCryptoAsset],
        network: ['Network', zNetwork],
        isNew: ['IsNew', z.boolean()],
      }),
    ),
    AddressesLeft: z.number().int(),
  }),
});

export const createWallet = endpoint({
  id: 'createWallet',
  method: 'POST',
  path: '/crypto/wallets',
  tag: 'Crypto',
  summary:
    'Create a wallet for an asset with its first address, or another address of a wallet; at most six in all',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
  idempotent: true,
  body: wire({ asset: ['currency', zCryptoAsset] }),
  response: zWallet,
  status: 201,
});
