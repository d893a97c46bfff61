/**
 * Every error of the server, in one closed table: code to HTTP status and message in both languages, with a file per area in
 * `problems/`. On the wire it is RFC 9457 `application/problem+json`; `detail` is the message in the caller's language or, for invalid
 * fields, a list of `{field, message}`.
 */
import { accountsProblems } from './accounts.ts';
import { alertsProblems } from './alerts.ts';
import { approvalsFieldProblems, approvalsProblems } from './approvals.ts';
import { beneficiariesFieldProblems, beneficiariesProblems } from './beneficiaries.ts';
import { bookkeepingProblems } from './bookkeeping.ts';
import { cardsFieldProblems, cardsProblems } from './cards.ts';
import { companiesFieldProblems, companiesProblems } from './companies.ts';
import { confirmationFieldProblems, confirmationProblems } from './confirmation.ts';
import { cryptoFieldProblems, cryptoProblems } from './crypto.ts';
import { documentsFieldProblems, documentsProblems } from './documents.ts';
import { exchangeFieldProblems, exchangeProblems } from './exchange.ts';
import { moneyRequestFieldProblems, moneyRequestProblems } from './money-requests.ts';
import { onboardingFieldProblems, onboardingProblems } from './onboarding.ts';
import { paymentsFieldProblems, paymentsProblems } from './payments.ts';
import { payoutsFieldProblems, payoutsProblems } from './payouts.ts';
import { peopleFieldProblems, peopleProblems } from './people.ts';
import { profileFieldProblems, profileProblems } from './profile.ts';
import { requestFieldProblems, requestProblems } from './request.ts';
import { rightsProblems } from './rights.ts';
import { signInFieldProblems, signInProblems } from './sign-in.ts';
import { statementFieldProblems } from './statements.ts';
import { supportProblems } from './support.ts';
import { tradingFieldProblems, tradingProblems } from './trading.ts';

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
