/** The problems of every product. Written by `npm run products` from the manifests of the products. */
import { accountsProblems } from '@calmly/products/accounts/contract/problems/accounts.ts';
import {
  documentsFieldProblems,
  documentsProblems,
} from '@calmly/products/accounts/contract/problems/documents.ts';
import {
  statementFieldProblems,
  statementProblems,
} from '@calmly/products/accounts/contract/problems/statements.ts';
import { approvalsFieldProblems, approvalsProblems } from '@calmly/products/approvals/contract/problems.ts';
import { cardsFieldProblems, cardsProblems } from '@calmly/products/cards/contract/problems.ts';
import {
  companiesFieldProblems,
  companiesProblems,
} from '@calmly/products/clients/contract/problems/companies.ts';
import {
  onboardingFieldProblems,
  onboardingProblems,
} from '@calmly/products/clients/contract/problems/onboarding.ts';
import { peopleFieldProblems, peopleProblems } from '@calmly/products/clients/contract/problems/people.ts';
import { profileFieldProblems, profileProblems } from '@calmly/products/clients/contract/problems/profile.ts';
import { cryptoFieldProblems, cryptoProblems } from '@calmly/products/crypto/contract/problems/crypto.ts';
import { tradingFieldProblems, tradingProblems } from '@calmly/products/crypto/contract/problems/trading.ts';
import {
  confirmationFieldProblems,
  confirmationProblems,
} from '@calmly/products/identity/contract/problems/confirmation.ts';
import { rightsProblems } from '@calmly/products/identity/contract/problems/rights.ts';
import { signInFieldProblems, signInProblems } from '@calmly/products/identity/contract/problems/sign-in.ts';
import { alertsProblems } from '@calmly/products/insight/contract/problems/alerts.ts';
import { bookkeepingProblems } from '@calmly/products/insight/contract/problems/bookkeeping.ts';
import { officeProblems } from '@calmly/products/office/contract/problems.ts';
import {
  beneficiariesFieldProblems,
  beneficiariesProblems,
} from '@calmly/products/payees/contract/problems.ts';
import {
  exchangeFieldProblems,
  exchangeProblems,
} from '@calmly/products/payments/contract/problems/exchange.ts';
import {
  moneyRequestFieldProblems,
  moneyRequestProblems,
} from '@calmly/products/payments/contract/problems/money-requests.ts';
import {
  paymentsFieldProblems,
  paymentsProblems,
} from '@calmly/products/payments/contract/problems/payments.ts';
import { payoutsFieldProblems, payoutsProblems } from '@calmly/products/payouts/contract/problems.ts';
import { supportProblems } from '@calmly/products/support/contract/problems.ts';

export const productProblems = {
  ...accountsProblems,
  ...alertsProblems,
  ...approvalsProblems,
  ...beneficiariesProblems,
  ...bookkeepingProblems,
  ...cardsProblems,
  ...companiesProblems,
  ...confirmationProblems,
  ...cryptoProblems,
  ...documentsProblems,
  ...exchangeProblems,
  ...moneyRequestProblems,
  ...officeProblems,
  ...onboardingProblems,
  ...paymentsProblems,
  ...payoutsProblems,
  ...peopleProblems,
  ...profileProblems,
  ...rightsProblems,
  ...signInProblems,
  ...statementProblems,
  ...supportProblems,
  ...tradingProblems,
} as const;

export const productFieldProblems = {
  ...approvalsFieldProblems,
  ...beneficiariesFieldProblems,
  ...cardsFieldProblems,
  ...companiesFieldProblems,
  ...confirmationFieldProblems,
  ...cryptoFieldProblems,
  ...documentsFieldProblems,
  ...exchangeFieldProblems,
  ...moneyRequestFieldProblems,
  ...onboardingFieldProblems,
  ...paymentsFieldProblems,
  ...payoutsFieldProblems,
  ...peopleFieldProblems,
  ...profileFieldProblems,
  ...signInFieldProblems,
  ...statementFieldProblems,
  ...tradingFieldProblems,
} as const;
