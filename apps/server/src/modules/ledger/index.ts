/**
 * Ledger: the bank's books. Double entry: a transfer moves one amount from one account to another, for ever, and leaves an entry
 * on each; a reservation holds an amount until it is settled or released. Knows nothing of payments, clients or banks.
 *
 * Every function takes the open transaction first and lists after it; one item is a list of one. Amounts are whole minor units.
 * What is refused comes back as a verdict, never as a throw. How it works and why: docs/ledger.md.
 */
export {
  type BankAccount,
  balances,
  balancesIn,
  bankAccount,
  bankAccounts,
  bankBalances,
  closeAccounts,
  lockAccounts,
  openAccounts,
} from './accounts.ts';
export {
  type Booking,
  balancesAt,
  bookingsOf,
  exchangeTransferCode,
  flowsBetween,
  listEntries,
  ownTransferCode,
} from './history.ts';
export {
  draw,
  post,
  postAll,
  release,
  reserve,
  reserveAll,
  settle,
  type Transfer,
  type Verdict,
} from './posting.ts';
export { type BookCheck, type BooksReport, verifyBooks } from './verify.ts';
