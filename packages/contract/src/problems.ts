/**
 * Every error of the server, in one closed table: code to HTTP status and message in both languages, with a file per area in
 * `problems/`. On the wire it is RFC 9457 `application/problem+json`; `detail` is the message in the caller's language or, for invalid
 * fields, a list of `{field, message}`.
 */
import { accountsProblems } from './problems/accounts.ts';
import { alertsProblems } from './problems/alerts.ts';
import { approvalsFieldProblems, approvalsProblems } from './problems/approvals.ts';
import { beneficiariesFieldProblems, beneficiariesProblems } from './problems/beneficiaries.ts';
import { bookkeepingProblems } from './problems/bookkeeping.ts';
import { cardsFieldProblems, cardsProblems } from './problems/cards.ts';
import { companiesFieldProblems, companiesProblems } from './problems/companies.ts';
import { confirmationFieldProblems, confirmationProblems } from './problems/confirmation.ts';
import { cryptoFieldProblems, cryptoProblems } from './problems/crypto.ts';
import { documentsFieldProblems, documentsProblems } from './problems/documents.ts';
import { exchangeFieldProblems, exchangeProblems } from './problems/exchange.ts';
import { moneyRequestFieldProblems, moneyRequestProblems } from './problems/money-requests.ts';
import { onboardingFieldProblems, onboardingProblems } from './problems/onboarding.ts';
import { paymentsFieldProblems, paymentsProblems } from './problems/payments.ts';
import { payoutsFieldProblems, payoutsProblems } from './problems/payouts.ts';
import { peopleFieldProblems, peopleProblems } from './problems/people.ts';
import { profileFieldProblems, profileProblems } from './problems/profile.ts';
import { requestFieldProblems, requestProblems } from './problems/request.ts';
import { rightsProblems } from './problems/rights.ts';
import { signInFieldProblems, signInProblems } from './problems/sign-in.ts';
import { statementFieldProblems, statementProblems } from './problems/statements.ts';
import { supportProblems } from './problems/support.ts';
import { tradingFieldProblems, tradingProblems } from './problems/trading.ts';

export const problems = {
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
  ...onboardingProblems,
  ...paymentsProblems,
  ...payoutsProblems,
  ...peopleProblems,
  ...profileProblems,
  ...requestProblems,
  ...rightsProblems,
  ...signInProblems,
  ...statementProblems,
  ...supportProblems,
  ...tradingProblems,
} as const;
export type ProblemCode = keyof typeof problems;

/** Why a single field was refused; goes into `detail` as `{field, message}`. */
export const fieldProblems = {
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
  ...requestFieldProblems,
  ...signInFieldProblems,
  ...statementFieldProblems,
  ...tradingFieldProblems,
} as const;
export type FieldProblemCode = keyof typeof fieldProblems;
