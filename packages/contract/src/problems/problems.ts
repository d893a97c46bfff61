/**
 * Every error of the server, in one closed table: code to HTTP status and message in both languages, with a file per area in
 * `areas/`. On the wire it is RFC 9457 `application/problem+json`; `detail` is the message in the caller's language or, for invalid
 * fields, a list of `{field, message}`.
 */

import { confirmationFieldProblems, confirmationProblems } from './areas/access/confirmation.ts';
import { rightsProblems } from './areas/access/rights.ts';
import { signInFieldProblems, signInProblems } from './areas/access/sign-in.ts';
import { accountsProblems } from './areas/accounts.ts';
import { alertsProblems } from './areas/alerts.ts';
import { approvalsFieldProblems, approvalsProblems } from './areas/approvals.ts';
import { beneficiariesFieldProblems, beneficiariesProblems } from './areas/beneficiaries.ts';
import { bookkeepingProblems } from './areas/bookkeeping.ts';
import { cardsFieldProblems, cardsProblems } from './areas/cards.ts';
import { cryptoFieldProblems, cryptoProblems } from './areas/crypto.ts';
import { documentsFieldProblems, documentsProblems } from './areas/documents.ts';
import { exchangeFieldProblems, exchangeProblems } from './areas/exchange.ts';
import { moneyRequestFieldProblems, moneyRequestProblems } from './areas/money-requests.ts';
import { paymentsFieldProblems, paymentsProblems } from './areas/payments.ts';
import { payoutsFieldProblems, payoutsProblems } from './areas/payouts.ts';
import { companiesFieldProblems, companiesProblems } from './areas/people/companies.ts';
import { onboardingFieldProblems, onboardingProblems } from './areas/people/onboarding.ts';
import { peopleFieldProblems, peopleProblems } from './areas/people/people.ts';
import { profileFieldProblems, profileProblems } from './areas/people/profile.ts';
import { requestFieldProblems, requestProblems } from './areas/request.ts';
import { statementFieldProblems, statementProblems } from './areas/statements.ts';
import { supportProblems } from './areas/support.ts';
import { tradingFieldProblems, tradingProblems } from './areas/trading.ts';

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
