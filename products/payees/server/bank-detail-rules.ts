/**
 * Validates a payee's bank account. Pure.
 *
 * The bank's country comes from the IBAN, else from the input, else from the sort code (GB), the routing number (US) or the BIC, else
 * from the payee's country. The table of `accountKind` then says how accounts are written there. Beside an IBAN, a BIC is required if
 * money goes by SWIFT and the directory does not know the bank.
 *
 * Bank name, BIC and address are filled from the directory where the client left them empty. All errors are returned at once, each by
 * its field. Source: server page section 7; ISO 13616, ISO 9362, ABA routing number policy.
 */
import type { BankDetail, BankDetailInput, FieldProblemCode } from '@calmly/contract';
import {
  accountKind,
  accountNumberPattern,
  bicFitsCountry,
  checkBic,
  checkIban,
  currencies,
  isCountry,
  isCurrency,
  isIbanCountry,
  isRoutingNumber,
  normaliseIban,
  requiredAccountFields,
  schemeFor,
} from '@calmly/domain';
import { type Bank, findBankByBic, findBankByCode, findBankByIban } from '@calmly/domain/bank-directory';
import type { FieldRejection, ProblemParams } from '@calmly/platform/problem.ts';
import { isIbanOf } from '../../accounts/server/accounts/index.ts';

/** A bank account that may be paid. */
export type CheckedDetail = Omit<BankDetail, 'index' | 'bankCountry' | 'nameCheck'> & {
  readonly bankCountry: string;
};

export interface DetailContext {
  /** Name of the field that holds this account: `bankDetails.0`. */
  readonly field: string;
  readonly payeeCountry: string;
  /** The client's own IBANs. */
  readonly ownIbans: ReadonlySet<string>;
  /** Of the IBANs that are entered, those of open accounts of this bank, of any client. */
  readonly openIbans: ReadonlySet<string>;
  /** This bank, which is in no directory, by how its IBANs begin after the check digits. */
  readonly ownBank: Bank & { readonly bankCode: string };
}

type Checked = { readonly detail: CheckedDetail } | { readonly rejections: readonly FieldRejection[] };

/** Reads one bank account as the client entered it. */
export function checkBankDetail(input: BankDetailInput, context: DetailContext): Checked {
  const rejections: FieldRejection[] = [];
  const refuse: Refuse = (field, code, params) => {
    rejections.push({ field: `${context.field}.${field}`, code, ...(params && { params }) });
  };

  const iban = readIban(input, context, refuse);
  const bic = readBic('bic', input, refuse);
  const correspondentBic = readBic('correspondentBic', input, refuse);
  const numbers = {
    accountNumber: compact(input.accountNumber),
    sortCode: compact(input.sortCode),
    routingNumber: compact(input.routingNumber),
  };
  const { accountNumber, sortCode, routingNumber } = numbers;
  const bankCountry = bankCountryOf(input, bic?.country) ?? context.payeeCountry;
  const kind = accountKind({
    currency: input.currency,
    country: bankCountry,
    iban: compact(input.iban),
    ...numbers,
  });

  if (!isCurrency(input.currency) || currencies[input.currency].kind !== 'fiat')
    refuse('currency', 'currency_unknown');
  if (input.bankCountry && (input.bankCountry !== bankCountry || !isCountry(bankCountry)))
    refuse('bankCountry', 'invalid');
  for (const field of requiredAccountFields[kind]) {
    if (field === 'bic' || compact(input[field])) continue;
    refuse(field, field === 'iban' ? 'iban_required' : 'required');
  }
  if (accountNumber !== null && !accountNumberPattern[kind].test(accountNumber))
    refuse('accountNumber', 'account_number_invalid');
  if (sortCode !== null && (bankCountry !== 'GB' || !/^\d{6}$/.test(sortCode)))
    refuse('sortCode', 'sort_code_invalid');
  if (routingNumber !== null && (bankCountry !== 'US' || !isRoutingNumber(routingNumber)))
    refuse('routingNumber', 'routing_invalid');
  if (bic && !bicFitsCountry(bic.country, bankCountry)) refuse('bic', 'bic_country');
  if (input.correspondentAccount && !compact(input.correspondentBic)) refuse('correspondentBic', 'required');

  const bank =
    (iban && findBank(iban.iban, context.ownBank)) ??
    (routingNumber ? findBankByCode('US', routingNumber) : undefined) ??
    (bic && findBankByBic(bic.bic));
  const scheme = schemeFor({
    currency: input.currency,
    creditorCountry: bankCountry,
    hasIban: iban !== undefined,
  });
  const bicNeeded = kind === 'swift' || (iban && scheme === 'SWIFT' && !bank);
  if (bicNeeded && !compact(input.bic)) refuse('bic', 'required');

  if (rejections.length > 0) return { rejections };
  return {
    detail: {
      ...numbers,
      iban: iban?.iban ?? null,
      bic: bic?.bic ?? bank?.bic ?? null,
      bankName: input.bankName ?? bank?.name ?? null,
      bankAddress: input.bankAddress ?? bank?.address ?? null,
      bankCountry,
      correspondentBank:
        input.correspondentBank ?? (correspondentBic && findBankByBic(correspondentBic.bic)?.name) ?? null,
      correspondentAccount: compact(input.correspondentAccount),
      correspondentBic: correspondentBic?.bic ?? null,
      currency: input.currency,
    },
  };
}

/** Where the account is kept, as far as what was entered says it. */
function bankCountryOf(input: BankDetailInput, bicCountry: string | undefined): string | undefined {
  const ibanCountry = compact(input.iban)?.slice(0, 2);
  if (ibanCountry && isIbanCountry(ibanCountry)) return ibanCountry;
  if (input.bankCountry) return input.bankCountry;
  if (compact(input.sortCode)) return 'GB';
  if (compact(input.routingNumber)) return 'US';
  return bicCountry;
}

/** The same of what is not checked yet. */
export function impliedBankCountry(input: BankDetailInput): string | undefined {
  const bic = checkBic(input.bic ?? '');
  return bankCountryOf(input, bic.ok ? bic.country : undefined);
}

/** The bank of a valid IBAN: this one or one of the directory. */
export const findBank = (iban: string, ownBank: DetailContext['ownBank']): Bank | undefined =>
  isIbanOf(ownBank, iban) ? ownBank : findBankByIban(iban);

type Refuse = (field: keyof BankDetailInput, code: FieldProblemCode, params?: ProblemParams) => void;

function readIban(input: BankDetailInput, context: DetailContext, refuse: Refuse) {
  if (!compact(input.iban)) return undefined;
  const checked = checkIban(input.iban ?? '');
  if (!checked.ok) {
    const params =
      checked.code === 'iban_length' ? { expected: checked.expected, actual: checked.actual } : undefined;
    refuse('iban', checked.code, params);
    return undefined;
  }
  if (context.ownIbans.has(checked.iban)) refuse('iban', 'own_account');
  else if (isIbanOf(context.ownBank, checked.iban) && !context.openIbans.has(checked.iban))
    refuse('iban', 'iban_not_here');
  return checked;
}

function readBic(field: 'bic' | 'correspondentBic', input: BankDetailInput, refuse: Refuse) {
  const text = input[field];
  if (!compact(text)) return undefined;
  const checked = checkBic(text ?? '');
  if (checked.ok) return checked;
  refuse(field, checked.code);
  return undefined;
}

/** Numbers as they are kept; null when nothing is left. */
const compact = (text: string | undefined): string | null => normaliseIban(text ?? '') || null;
