/**
 * What is unusual about a payment, for who pays and for who approves: measured on what went to the same payee and account before, and
 * on what is known of the payee. `warningsOf` is pure; `findWarnings` reads what it judges. Source: product, pain 8 and pre-send guard.
 */
import type { NameCheckResult, PayeeWarning } from '@calmly/contract';
import type { CurrencyCode } from '@calmly/domain';
import { compareNames, nameKey } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { type Earlier, findEarlier } from '../../../../accounts/server/transactions/index.ts';
import {
  findBeneficiaries,
  findCheckedName,
  findPayeeFacts,
  type PayeeFacts,
} from '../../../../payees/server/index.ts';

const dayMs = 86_400_000;
/** What the payee has had for less is new; the same again within this time may be a mistake. */
const lately = 7 * dayMs;
/** Times the largest payment before. */
const unusualFactor = 3n;
/** Amounts that differ by no more than this part of the larger one are nearly the same. */
const nearlyPart = 50n;

/** A payment that is being ordered, or was just written. */
export interface Subject {
  readonly clientId: string;
  /** The payment's own id once it has one. */
  readonly paymentId?: string;
  readonly beneficiaryId: string | null;
  readonly creditorAccount: string;
  readonly creditorName: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly reference: string | undefined;
  readonly at: Date;
  /** Who orders it. */
  readonly personId: string | undefined;
}

export interface Known {
  /** To the same payee, or without one to the same account; newest first. */
  readonly before: readonly Earlier[];
  /** Names under which the client has paid the account lately. */
  readonly namesOfAccount: readonly string[];
  readonly payee: PayeeFacts | undefined;
  /** What the account's bank said of the name; undefined if it was not asked. */
  readonly nameCheck: NameCheckResult | undefined;
}

export interface Warned {
  readonly warnings: readonly PayeeWarning[];
  /** The earlier payment that it is like. */
  readonly similar: Earlier | undefined;
  /** What comparing name and account came to; undefined where nothing was compared. */
  readonly nameCheck?: NameCheckResult | undefined;
}

/** The warnings for a payment. */
export function warningsOf(subject: Subject, known: Known): Warned {
  const { amountMinor, currency, at } = subject;
  const { before, payee } = known;
  const isLate = (time: Date) => at.getTime() - time.getTime() < lately;
  const inCurrency = before.filter((each) => each.currency === currency);
  const executed = inCurrency.filter((each) => each.executed);
  const largest = executed.reduce((most, each) => (each.amountMinor > most ? each.amountMinor : most), 0n);
  const recent = inCurrency.filter(({ createdAt }) => isLate(createdAt));
  const same = recent.find((each) => each.amountMinor === amountMinor);
  const similar = same ?? recent.find((each) => isNearly(subject, each));
  const isNew = payee !== undefined && isLate(payee.addedAt);
  const isChanged = payee !== undefined && payee.accountsSince > payee.addedAt && isLate(payee.accountsSince);
  const isShared =
    (payee?.sharedWith.length ?? 0) > 0 ||
    known.namesOfAccount.some((name) => compareNames(name, subject.creditorName) === 'no_match');
  const warnings: ReadonlyArray<PayeeWarning | false> = [
    !before.some((each) => each.executed) && 'first_payment',
    isNew && 'payee_new',
    payee?.addedBy !== undefined && payee.addedBy === subject.personId && isNew && 'payee_added_by_requester',
    isChanged && 'payee_changed',
    isShared && 'account_shared',
    largest > 0n && amountMinor > largest * unusualFactor && 'amount_unusual',
    same !== undefined && 'duplicate',
    same === undefined && similar !== undefined && 'near_duplicate',
    nameWarning(known),
  ];
  return { warnings: warnings.filter((warning) => warning !== false), similar };
}

function isNearly(subject: Subject, earlier: Earlier): boolean {
  const [smaller, larger] =
    subject.amountMinor < earlier.amountMinor
      ? [subject.amountMinor, earlier.amountMinor]
      : [earlier.amountMinor, subject.amountMinor];
  const reference = subject.reference?.trim().toLowerCase();
  return (
    (larger - smaller) * nearlyPart <= larger ||
    (reference !== undefined && reference !== '' && reference === earlier.reference.trim().toLowerCase())
  );
}

/** An unchecked name is worth a word at the first payment only: afterwards the payee has confirmed it by having the money. */
function nameWarning({ nameCheck, before }: Known): PayeeWarning | false {
  switch (nameCheck) {
    case 'match':
      return false;
    case 'no_match':
      return 'name_no_match';
    case 'close_match':
      return 'name_close_match';
    default:
      return !before.some(({ executed }) => executed) && 'name_not_checked';
  }
}

/** Reads what is known and judges. */
export async function findWarnings(db: Sql, subject: Subject): Promise<Warned> {
  const { clientId, beneficiaryId: id, creditorAccount, creditorName } = subject;
  const keys = id === null ? [] : [{ clientId, id }];
  const named = { clientId, accountKey: creditorAccount, nameKey: nameKey(creditorName) };
  const [{ before, namesOfAccount }, [payee], [record], checkedName] = await Promise.all([
    findEarlier(db, { ...subject, exceptId: subject.paymentId }),
    keys.length > 0 ? findPayeeFacts(db, keys) : [],
    keys.length > 0 ? findBeneficiaries(db, keys) : [],
    keys.length === 0 ? findCheckedName(db, named) : undefined,
  ]);
  const detail = record?.bankDetails.find(
    ({ iban, accountNumber }) => iban === creditorAccount || accountNumber === creditorAccount,
  );
  const nameCheck = detail?.nameCheck?.result ?? checkedName;
  return { ...warningsOf(subject, { before, namesOfAccount, payee, nameCheck }), nameCheck };
}
