/** Types for describing the demo's people and companies: accounts, payees, and short helpers. */
import type { BankDetailInput, BeneficiaryInput } from '@calmly/contract';
import type { CurrencyCode } from '@calmly/domain';

export const demoPassword = 'more-payments-less-stress';

export interface DemoAccount {
  readonly currency: CurrencyCode;
  readonly name: string;
  readonly withIban: boolean;
}

export interface DemoPayee {
  /** When the client added the payee. */
  readonly monthsAgo: number;
  readonly trusted?: true;
  /** Deleted after the last payment. */
  readonly deleted?: true;
  readonly input: BeneficiaryInput;
}

/** Who pays the demo's clients, at another bank. */
export interface Payer {
  readonly name: string;
  readonly account: string;
  readonly country: string;
}

/** `country` is an ISO 3166-1 code of two letters. */
export const payeeCompany = (
  name: string,
  country: string,
  town: string,
  detail: BankDetailInput,
): BeneficiaryInput => ({
  legalStatus: 'COMPANY',
  name,
  country,
  town,
  bankDetails: [detail],
});

export const euro = (iban: string): BankDetailInput => ({ iban, currency: 'EUR' });
