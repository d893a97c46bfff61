/**
 * Ledger: the bank's books. Double entry: a transfer moves one amount from one account to another, permanently, and writes an entry on
 * each. A reservation holds an amount until it is settled or released. Knows nothing about payments, clients or banks.
 *
 * Every function takes the open transaction first and then lists; a single item is a list of one. Amounts are whole minor units.
 * Refusals are returned as verdicts, never thrown. Reasons: products/ledger/README.md.
 */
export {
  type BankAccount,
  balances,
  balancesIn,
  bankAccount,
  bankAccounts,
  bankBalances,
  cardAccountsOf,
  closeAccounts,
  lockAccounts,
  lockReservations,
  openAccounts,
  openReservations,
  type Position,
  positions,
} from './accounts.ts';
export { type BankMove, countBankMoves, findUnposted, type InSnapshot, walkBankMoves } from './bank-moves.ts';
export { type Booking, bookedBetween, bookingsOf, feeCodes, newestPartsOf, sumsBetween } from './bookings.ts';
export {
  type EntryRange,
  entryRanges,
  entryRangesByAccount,
  entryRangesOfPeriods,
  flowsByCode,
} from './entry-ranges.ts';
export {
  balancesAt,
  type Entry,
  exchangeTransferCode,
  type Flow,
  flowsBetween,
  listEntries,
  ownTransferCode,
  paidFrom,
  transferredByCode,
} from './history.ts';
export { type BooksMark, findLost, markBooks } from './mark.ts';
export { findOpenReservations, type OpenReservation, walkOpenReservations } from './open-reservations.ts';
export {
  draw,
  post,
  postAll,
  release,
  reserve,
  reserveAll,
  settle,
  settleAll,
  settleListed,
  type Transfer,
  type Verdict,
} from './posting.ts';
export { type BookCheck, type BooksReport, verifyBooks } from './verify.ts';
export { type EntryPart, type SubjectSum, sumsBySubject, walkEntries } from './walk.ts';
