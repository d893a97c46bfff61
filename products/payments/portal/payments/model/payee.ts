/** The recipient of a payment in the form: one bank account of a payee, an own account, or another client of the bank by number or IBAN. */
import type { Account, BankDetail, Beneficiary } from '@calmly/contract';
import { checkIban } from '@calmly/domain';

export type ChosenPayee =
  | {
      readonly kind: 'beneficiary';
      readonly beneficiary: Beneficiary;
      readonly bankDetail: BankDetail;
      /** Of the bank that receives, ISO 3166-1 alpha-2. */
      readonly country: string;
    }
  | { readonly kind: 'own'; readonly account: Account }
  | { readonly kind: 'client'; readonly account: string; readonly name: string };

/** A beneficiary with the bank account of that IBAN or number, the first unless one was chosen; undefined where the chosen one is gone. */
export function beneficiaryPayee(beneficiary: Beneficiary, account: string): ChosenPayee | undefined {
  const { bankDetails } = beneficiary;
  const bankDetail =
    account === '' ? bankDetails[0] : bankDetails.find((detail) => accountOf(detail) === account);
  if (!bankDetail) return undefined;
  const country = bankDetail.bankCountry ?? bankDetail.iban?.slice(0, 2) ?? beneficiary.country;
  return { kind: 'beneficiary', beneficiary, bankDetail, country };
}

/** What names a bank account: its IBAN, else its number. */
export const accountOf = (detail: BankDetail): string => detail.iban ?? detail.accountNumber ?? '';

/** Whether someone has finished typing an account of this bank: an IBAN, or a number as long as ours are. */
export const isWholeAccount = (account: string): boolean =>
  checkIban(account).ok || /^\d{10,}$/.test(account);

/** How the payee is called on screen. */
export function payeeName(payee: ChosenPayee): string {
  if (payee.kind === 'beneficiary') return payee.beneficiary.name;
  return payee.kind === 'own' ? payee.account.name : payee.name || payee.account;
}

/** The payee's account as it is sent. */
export function payeeAccount(payee: ChosenPayee): string {
  if (payee.kind === 'beneficiary') return accountOf(payee.bankDetail);
  return payee.kind === 'own' ? payee.account.number : payee.account;
}
