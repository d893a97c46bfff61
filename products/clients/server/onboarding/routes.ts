/** The calls from registration to the identity check. */
import {
  acceptOnboardingTerms,
  confirmEmail,
  confirmEmailByLink,
  confirmPhone,
  getFirstSteps,
  getOnboarding,
  hideFirstSteps as hideFirstStepsCall,
  register,
  saveAccountChoice,
  saveCompany,
  savePerson,
  saveResidentialAddress,
  sendEmailCode,
  sendPhoneCode,
} from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import type { Router } from '@calmly/platform/http/router.ts';
import { hideFirstSteps, requireClientActor } from '../../../identity/server/index.ts';
import { viewApplication } from './application.ts';
import * as confirmation from './confirmation/confirmation.ts';
import { readFirstSteps } from './registration/first-steps.ts';
import { type RegisterOptions, registerStranger } from './registration/register.ts';
import * as steps from './steps.ts';

/** Registering and confirming codes open their own transactions, so that a wrong code is counted even though the call is refused. */
export function onboardingRoutes(router: Router, database: Database, options: RegisterOptions): void {
  router.own(register, (work, { body }) => registerStranger(work, options, body));
  router.write(confirmEmailByLink, (work, { body }) => confirmation.confirmEmailByLink(work, body.token));

  router.read(getFirstSteps, (work) => readFirstSteps(work, requireClientActor(work)));
  router.write(hideFirstStepsCall, async (work) => {
    await hideFirstSteps(work.sql, requireClientActor(work));
    return undefined;
  });
  router.read(getOnboarding, (work) => viewApplication(work, requireClientActor(work)));
  router.write(savePerson, (work, { body }) => steps.savePerson(work, requireClientActor(work), body));
  router.write(saveCompany, (work, { body }) => steps.saveCompany(work, requireClientActor(work), body));
  router.write(sendEmailCode, (work, { body }) =>
    confirmation.sendEmailCode(work, requireClientActor(work), options, body.email),
  );
  router.own(confirmEmail, (work, { body }) =>
    confirmation.confirmEmail(database, work, requireClientActor(work), options, body.code),
  );
  router.write(sendPhoneCode, (work, { body }) =>
    confirmation.sendPhoneCode(work, requireClientActor(work), options, body.phone),
  );
  router.own(confirmPhone, (work, { body }) =>
    confirmation.confirmPhone(database, work, requireClientActor(work), body.code),
  );
  router.write(saveAccountChoice, (work, { body }) =>
    steps.saveAccountChoice(work, requireClientActor(work), body),
  );
  router.write(saveResidentialAddress, (work, { body }) =>
    steps.saveResidentialAddress(work, requireClientActor(work), body),
  );
  router.write(acceptOnboardingTerms, (work, { body }) =>
    steps.acceptOnboardingTerms(work, requireClientActor(work), body),
  );
}
