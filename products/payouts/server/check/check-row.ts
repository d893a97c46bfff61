/**
 * The check of one row: all of its faults and warnings at once. Pure, over facts read for many rows together. Relations to other rows (repeated ids,
 * the same payment twice) are found in the database.
 * A row without a fault can be ordered unchanged: amount, fee, charges and reference are checked by the rules of payments, accounts by those of
 * payees.
 */
import type { PayoutField } from '@calmly/contract';
import { type CurrencyCode, type PaymentScheme, transliterate } from '@calmly/domain';
import { isPayable, priceOrder } from '../../../payments/server/payments/index.ts';
import type { DecimalSign } from '../files/columns/read-amount.ts';
import type { ReadWarning } from '../files/payout-file.ts';
import type { Remark, RowCheck, RowInput } from '../row.ts';
import type { RowFacts } from './facts.ts';
import { historyRemarks } from './history.ts';
import {
  checkAmountCell,
  checkCurrencyCell,
  checkFromAccount,
  currencyOfAmount,
  fundingAccount,
  shorterAmount,
} from './money.ts';
import { bookById, isOtherName, type RowTarget, targetOf } from './payee.ts';
import { createRemarks, type Remarks } from './remarks.ts';
import { checkBearer, checkDay, checkEndToEndId, checkPurpose, checkTexts, remittanceOf } from './texts.ts';

/**
 * Finds all faults at once. `amountMinor` is null if the amount has a fault, `feeMinor` and `scheme` if any
 * field has one. Warnings need a known account, a currency and a valid amount.
 */
export function checkRow(row: RowInput, sign: DecimalSign | null, facts: RowFacts): RowCheck {
  const { cells } = row;
  const faults = createRemarks();
  const written = checkCurrencyCell(row, faults);
  const named = checkFromAccount(cells, facts, faults);
  const byId = bookById(cells, facts, faults);
  const currency =
    written ?? (faults.has('currency') ? undefined : (currencyOfAmount(cells) ?? usualCurrency()));
  if (currency === undefined && !faults.has('currency')) faults.add('currency', 'required');
  const amountText = checkAmountCell(row, sign, currency, faults);
  const target = targetOf(cells, byId, currency, facts, faults);
  const debtor = currency && fundingAccount(currency, named, facts, faults);
  const chargeBearer = checkBearer(cells.chargeBearer, faults);
  // If the account has a fault, euro most likely go by SEPA.
  const scheme: PaymentScheme = target?.scheme ?? (currency === 'EUR' ? 'SEPA' : 'SWIFT');
  checkTexts(cells, { scheme, account: target?.account ?? cells.account }, faults);
  const endToEndId = checkEndToEndId(cells.endToEndId, faults);
  const dueOn = checkDay(cells.executionDate, facts.today, faults);
  checkPurpose(cells.purpose, faults);
  for (const [field, code] of Object.entries(row.readFaults)) faults.add(field as keyof typeof cells, code);

  const price = amountText !== undefined && currency && priced(amountText, currency);
  const amountMinor = price && !faults.has('amount') ? price.amountMinor : null;
  const isRight = faults.list.length === 0;
  return {
    faults: faults.list,
    warnings: [
      ...(target && currency && amountMinor !== null ? warningsOf(target, currency, amountMinor) : []),
      ...readWarningsOf(row),
    ],
    endToEndId,
    paymentKey:
      target && currency && amountMinor !== null
        ? keyOf([target.account, currency, `${amountMinor}`, remittanceOf(cells)])
        : null,
    payeeId: target?.payeeId ?? null,
    newPayee: target?.newKey ?? null,
    nameCheckOf: target ? accountToCompare(cells.name, target, facts) : null,
    account: target?.account ?? null,
    amountMinor,
    currency: currency ?? null,
    feeMinor: isRight && price ? price.feeMinor : null,
    scheme: isRight && target ? target.scheme : null,
    debtorAccountId: debtor?.id ?? null,
    dueOn,
  };

  /** The currency if the row names none: that of the debit or payee account, or the only one the client has. */
  function usualCurrency(): CurrencyCode | undefined {
    const [only, ...others] = new Set(
      named ? [named.currency] : (byId?.length ? byId : facts.accounts).map((account) => account.currency),
    );
    return others.length === 0 && only !== undefined && isPayable(only as CurrencyCode)
      ? (only as CurrencyCode)
      : undefined;
  }

  function priced(amount: string, currency: CurrencyCode) {
    const found = priceOrder(
      { amount, chargeBearer },
      { scheme, country: target?.country ?? null, currency },
    );
    for (const { field, code, params } of found.fields)
      faults.add(field === 'chargeBearer' ? 'chargeBearer' : 'amount', code, {
        params,
        suggestions: code === 'amount_precision' ? shorterAmount(amount, currency, row, sign) : [],
      });
    return found;
  }

  function warningsOf(target: RowTarget, currency: CurrencyCode, amountMinor: bigint): readonly Remark[] {
    const warnings = createRemarks();
    warnOfName(cells.name, target, warnings);
    warnOfAnswer(cells.name, target, facts, warnings);
    const { payeeId, account } = target;
    return [...warnings.list, ...historyRemarks({ payeeId, account, currency, amountMinor }, facts)];
  }
}

/** The file reader's warnings, except about cells that have been filled since. */
const readWarningsOf = ({ cells, readWarnings = {} }: RowInput): Remark[] =>
  (Object.entries(readWarnings) as [PayoutField, readonly ReadWarning[]][]).flatMap(([field, list]) =>
    list
      .filter(({ code }) => code !== 'missing_in_file' || cells[field] === undefined)
      .map(({ code, details }) => ({ field, code, ...(details !== undefined && { params: { details } }) })),
  );

function warnOfName(name: string | undefined, { savedName }: RowTarget, warnings: Remarks): void {
  if (savedName !== undefined) {
    if (isOtherName(name, savedName))
      warnings.add('name', 'other_payee_name', { params: { name: savedName }, suggestions: [savedName] });
    return;
  }
  if (name === undefined) return;
  const latin = transliterate(name);
  if (latin !== name) warnings.add('name', 'name_transliterated', { params: { latin } });
}

const accountToCompare = (
  name: string | undefined,
  { namedAccount }: RowTarget,
  { namedAs }: RowFacts,
): string | null =>
  name !== undefined && namedAccount !== null && namedAs(namedAccount, name) === undefined
    ? namedAccount
    : null;

/** The answer of the account's bank about the name. */
function warnOfAnswer(
  name: string | undefined,
  { namedAccount }: RowTarget,
  { namedAs }: RowFacts,
  warnings: Remarks,
): void {
  const answer = name !== undefined && namedAccount !== null ? namedAs(namedAccount, name) : undefined;
  if (!answer || answer.result === 'match') return;
  const { result, suggestedName } = answer;
  if (result === 'no_match') warnings.add('name', 'name_no_match');
  else if (suggestedName !== null)
    warnings.add('name', 'name_check', {
      params: { result, name: suggestedName },
      suggestions: [suggestedName],
    });
  else warnings.add('name', 'name_not_checked');
}

/**
 * 64 bits of a hash, equal for two rows that pay the same. Two multiplicative hashes of 32 bits (mixed like MurmurHash3), because a cryptographic one
 * took a seventh of the check; the key only decides about a warning among the client's own rows.
 */
function keyOf(parts: readonly string[]): bigint {
  const text = parts.map((part) => part.trim().toLowerCase()).join('\n');
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return BigInt.asIntN(64, (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0));
}
