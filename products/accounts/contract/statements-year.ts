/**
 * The year overview: balance, money in, money out and fees of each account, card and crypto wallet in each month of a calendar year, with totals by
 * currency and by kind. Its sums are those of the statements. The current year ends today.
 */

import { zAmount, zCurrency, zDate, zId, zTimeZone } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zProfitOfPeriod } from '../../crypto/contract/positions.ts';
import { languages } from '../../identity/contract/identity.ts';
import { statementAccountKinds } from './statements.ts';

export const yearFormats = ['pdf', 'csv', 'xlsx'] as const;
export type YearFormat = (typeof yearFormats)[number];

const sums = {
  openingBalance: ['OpeningBalance', zAmount],
  moneyIn: ['MoneyIn', zAmount],
  /** Magnitude; fees included. */
  moneyOut: ['MoneyOut', zAmount],
  fees: ['Fees', zAmount],
  closingBalance: ['ClosingBalance', zAmount],
} as const;

/**
 * - PAYMENT: to and from others, including returned payments. OWN: between the client's own accounts and cards. EXCHANGE: from one currency into
 *   another, wallets included.
 * - CARD: card purchases and refunds. CRYPTO: deposits and withdrawals. TRADE: orders of the exchange, with their fees.
 * - FEE: the bank's fees and refunds of fees.
 */
export const yearKinds = ['PAYMENT', 'CARD', 'OWN', 'EXCHANGE', 'TRADE', 'CRYPTO', 'FEE'] as const;
export type YearKind = (typeof yearKinds)[number];

/** For the whole year. */
const zYearKind = wire({
  kind: ['Kind', z.enum(yearKinds)],
  moneyIn: ['MoneyIn', zAmount],
  moneyOut: ['MoneyOut', zAmount],
});

/** The first and the last day, both included; the current month ends today. */
const zYearMonth = wire({ from: ['From', zDate], to: ['To', zDate], ...sums });
export type YearMonth = z.output<typeof zYearMonth>;

const zYearAccount = wire({
  id: ['AccountId', zId],
  kind: ['Kind', z.enum(statementAccountKinds)],
  currency: ['Currency', zCurrency],
  name: ['Name', z.string()],
  /** As shown to people: an IBAN or a number, the last digits of a card, the network of a wallet. */
  number: ['Number', z.string()],
  isClosed: ['IsClosed', z.boolean()],
  ...sums,
  /** For a crypto wallet whose asset is traded, by average cost; otherwise null. */
  profit: ['Profit', zProfitOfPeriod.nullable()],
  /** Oldest first, from the month in which the account was opened. */
  months: ['Months', z.array(zYearMonth)],
  /** Kinds that moved money; they add up to money in and money out. */
  kinds: ['Kinds', z.array(zYearKind)],
});
export type YearAccount = z.output<typeof zYearAccount>;

/** All accounts of a currency: transfers between them count both as money in and as money out. */
const zYearTotal = wire({
  currency: ['Currency', zCurrency],
  accounts: ['Accounts', z.number().int()],
  ...sums,
  months: ['Months', z.array(zYearMonth)],
  kinds: ['Kinds', z.array(zYearKind)],
});
export type YearTotal = z.output<typeof zYearTotal>;

export const zYearOverview = wire({
  year: ['Year', z.number().int()],
  from: ['From', zDate],
  /** 31 December, or today in the current year. */
  to: ['To', zDate],
  isRunning: ['IsRunning', z.boolean()],
  /** The first year with data. */
  firstYear: ['FirstYear', z.number().int()],
  accounts: ['Accounts', z.array(zYearAccount)],
  totals: ['Totals', z.array(zYearTotal)],
  /** Realised profit of all wallets in the year; null without a wallet whose asset is traded. */
  realised: ['Realised', wire({ currency: ['Currency', zCurrency], amount: ['Amount', zAmount] }).nullable()],
});
export type YearOverview = z.output<typeof zYearOverview>;

const reading = {
  method: 'GET',
  tag: 'Statements',
  access: 'active',
  presence: 'required',
  right: 'can_view_statements',
} as const;

const query = {
  year: z.coerce.number().int().min(1900).max(9999),
  timeZone: zTimeZone,
  /** Only this account, card or wallet. */
  account: zId.optional(),
};

/** Cards only for members who may see cards. Refused by field: a year that has not begun, or more than fifty years ago. */
export const getYearOverview = endpoint({
  ...reading,
  id: 'getYearOverview',
  path: '/statements/year',
  summary: 'Read the months of a year for all accounts, with totals by currency',
  query: z.strictObject(query),
  response: zYearOverview,
});

export const downloadYearOverview = endpoint({
  ...reading,
  id: 'downloadYearOverview',
  path: '/statements/year/file',
  summary: 'Download the months of a year for all accounts as PDF, CSV or XLSX',
  query: z.strictObject({ ...query, format: z.enum(yearFormats), locale: z.enum(languages) }),
  download: 'application/pdf',
});
