/** The first steps of a new client: which are done, for the list on the dashboard. */

import { zId } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

/** The dashboard shows the list for this many days after a profile was opened, unless it is hidden earlier. */
export const firstStepsDays = 30;

export const zFirstSteps = wire({
  hasAccount: ['Account', z.boolean()],
  /** Money has arrived from outside the client's own accounts. */
  hasReceivedMoney: ['Money', z.boolean()],
  hasPayee: ['Payee', z.boolean()],
  /** A passkey or an authenticator app. */
  hasSecondFactor: ['SecondFactor', z.boolean()],
  /** The company that this person registered with, until its facts and check are complete. */
  companyId: ['CompanyId', zId.nullable()],
});
export type FirstSteps = z.output<typeof zFirstSteps>;

export const getFirstSteps = endpoint({
  id: 'getFirstSteps',
  method: 'GET',
  path: '/onboarding/first-steps',
  tag: 'Onboarding',
  summary: 'Read the first steps of a new client',
  access: 'active',
  presence: 'open',
  response: zFirstSteps,
});

export const hideFirstSteps = endpoint({
  id: 'hideFirstSteps',
  method: 'DELETE',
  path: '/onboarding/first-steps',
  tag: 'Onboarding',
  summary: 'Hide the list of first steps for this person in this profile',
  access: 'active',
  presence: 'open',
});
