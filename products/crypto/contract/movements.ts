/**
 * Movements on wallets: deposits from a network, withdrawals to one, transfers between an account and the EPI wallet. Each is also a row of the
 * payments list
 * (`TransactionType` CRYPTO or CRYPTO_MOVE) with the same id. Source: specification sections 7 and 9; server page section 11.
 */

import {
  pageQuery,
  zAmount,
  zAmountInput,
  zId,
  zPage,
  zPlain,
  zTime,
  zTimeZone,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import type { PaymentReason } from '../../payments/contract/payments.ts';
import { zCryptoAsset, zNetwork, zWallet } from './wallets.ts';

/**
 * - Deposit: DETECTED (waiting for confirmations), CREDITED, REJECTED (undone by the network before that, or below the minimum).
 * - Withdrawal: APPROVAL (waits for another person), QUEUED, REVIEW (we review its address), SIGNING, BROADCAST, CONFIRMED; CANCELED, FAILED (money back).
 * - Between account and wallet: EXECUTED.
 */
export const cryptoStatuses = [
  'DETECTED',
  'CREDITED',
  'REJECTED',
  'APPROVAL',
  'QUEUED',
  'REVIEW',
  'SIGNING',
  'BROADCAST',
  'CONFIRMED',
  'CANCELED',
  'FAILED',
  'EXECUTED',
] as const;
export type CryptoStatus = (typeof cryptoStatuses)[number];

export const cryptoRequestTypes = ['Deposit', 'Transfer'] as const;
export type CryptoRequestType = (typeof cryptoRequestTypes)[number];

/** In the reader's time zone; a week begins on Monday. */
export const cryptoPeriods = ['TODAY', 'SINCE_MONDAY', 'LAST_MONTH', 'LAST_THREE_MONTHS', 'ALL'] as const;

export const cryptoMovementFields = {
  id: ['Id', zId],
  createdAt: ['CreatedAt', zTime],
  updatedAt: ['UpdatedAt', zTime],
  direction: ['Direction', z.enum(['CREDIT', 'DEBIT'])],
  asset: ['Currency', zCryptoAsset],
  amount: ['Amount', zAmount],
  fee: ['Fee', zAmount],
  status: ['Status', z.enum(cryptoStatuses)],
  /** Null for a transfer between an account and a wallet; then `account` is the account. */
  network: ['Network', zNetwork.nullable()],
  address: ['Address', z.string().nullable()],
  account: ['LedgerAccountNumber', z.string().nullable()],
  txId: ['TxId', z.string().nullable()],
  /** Confirmations so far, at most as many as are needed. */
  confirmations: ['Confirmations', z.number().int()],
  confirmationsNeeded: ['ConfirmationsNeeded', z.number().int()],
} as const;

/** Why a deposit was not credited or a withdrawal was not sent: the reason of the payment with the same id. */
export const movementReasons = [
  'chain_reorganised',
  'deposit_too_small',
  'canceled_by_client',
  'approval_rejected',
  'approval_recalled',
  'approval_expired',
  'approval_requester_left',
  'not_permitted',
  'chain_failed',
] as const satisfies readonly PaymentReason[];

export const zCryptoMovement = wire({
  ...cryptoMovementFields,
  /** For a deposit that is REJECTED and a withdrawal that is CANCELED or FAILED. */
  reason: ['Reason', z.enum(movementReasons).nullable()],
});
export type CryptoMovement = z.output<typeof zCryptoMovement>;

export const listCryptoHistory = endpoint({
  id: 'listCryptoHistory',
  method: 'GET',
  path: '/crypto/transactions/history',
  tag: 'Crypto',
  summary:
    'List what reached the wallets (Deposit, direction CREDIT) or left them (Transfer, DEBIT), newest first',
  access: 'active',
  presence: 'required',
  query: z.strictObject({
    ...pageQuery,
    /** Only this one, for a link to it. */
    id: zId.optional(),
    /** Deposit unless `direction` says otherwise. */
    type: z.enum(cryptoRequestTypes).optional(),
    /** Another name for `type`: CREDIT is Deposit, DEBIT is Transfer. */
    direction: z.enum(['CREDIT', 'DEBIT']).optional(),
    status: z.enum(cryptoStatuses).optional(),
    currency: zCryptoAsset.optional(),
    period: z.enum(cryptoPeriods).default('ALL'),
    timeZone: zTimeZone,
  }),
  response: zPage(zCryptoMovement),
});

export const moveCrypto = endpoint({
  id: 'moveCrypto',
  method: 'POST',
  path: '/crypto/transactions/internal',
  tag: 'Crypto',
  summary:
    'Move money between an account in euro and the EPI wallet, one to one; EPI is opened when it is needed',
  access: 'active',
  presence: 'own',
  right: 'can_request_trans',
  twoFactor: 'always',
  money: 'own',
  idempotent: true,
  body: wire({
    /** Deposit: from the account to the wallet. Transfer: from the wallet to the account. */
    type: ['Type', z.enum(cryptoRequestTypes)],
    account: ['LedgerAccountNumber', zPlain.min(1).max(40)],
    /** In euro, with at most two decimals. */
    amount: ['Amount', zAmountInput],
  }),
  response: wire({
    /** The id of the row on the wallet and of the row on the account. */
    id: ['Id', zId],
    paymentId: ['PaymentId', zId],
    amount: ['Amount', zAmount],
    wallet: ['Wallet', zWallet],
  }),
  status: 201,
});
export type CryptoMove = z.output<(typeof moveCrypto)['response']>;
