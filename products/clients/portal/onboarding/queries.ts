/** All calls of registration. `GET /onboarding` is the single state; each step returns it again. Topic: `client`. */
import {
  type AccountChoice,
  acceptOnboardingTerms,
  type CompanyDetails,
  confirmEmail,
  confirmPhone,
  getOnboarding,
  type Onboarding,
  type PersonDetails,
  type ResidentialAddress,
  saveAccountChoice,
  saveCompany,
  savePerson,
  saveResidentialAddress,
  sendEmailCode,
  sendPhoneCode,
} from '@calmly/contract';
import { ApiProblem, bank } from '@calmly/portal-kit/session/bank.ts';
import { keepAnswer } from '@calmly/portal-kit/session/query-client.ts';
import { rereadClient } from '@calmly/portal-kit/session/session.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';

export const onboardingQuery = queryOptions({
  queryKey: ['client', 'onboarding'],
  queryFn: ({ signal }) => bank.call(getOnboarding, {}, { signal }),
});

/** A step: its answer is the new state, and the client's state may have changed with it. */
const step = <Body>(name: string, save: (body: Body) => Promise<Onboarding>) =>
  mutationOptions({
    mutationKey: ['client', name],
    mutationFn: save,
    onSuccess: async (onboarding, _body, _context, { client }) => {
      await keepAnswer(client, onboardingQuery, onboarding);
      await rereadClient();
    },
    onError: async (error, _body, _context, { client }) => {
      // The step was done meanwhile, on another device or by the emailed link, so the client's state is read again.
      if (!(error instanceof ApiProblem) || error.code !== 'state_moved') return;
      await Promise.all([client.invalidateQueries({ queryKey: ['client'] }), rereadClient()]);
    },
  });

export const personMutation = step('person', (body: PersonDetails) => bank.call(savePerson, { body }));
export const companyMutation = step('company', (body: CompanyDetails) => bank.call(saveCompany, { body }));
export const accountMutation = step('account', (body: AccountChoice) =>
  bank.call(saveAccountChoice, { body }),
);
export const addressMutation = step('address', (body: ResidentialAddress) =>
  bank.call(saveResidentialAddress, { body }),
);

interface TermsAccepted {
  version: string;
  /** Only with a card. */
  cardVersion?: string;
}
export const termsMutation = step('terms', (versions: TermsAccepted) =>
  bank.call(acceptOnboardingTerms, { body: { ...versions, feesAccepted: true } }),
);

/** The two contacts to confirm: how a code is sent, and the effect of a correct one. */
export const contacts = {
  email: {
    send: mutationOptions({
      mutationKey: ['client', 'email-code'],
      mutationFn: (email: string | undefined) => bank.call(sendEmailCode, { body: email ? { email } : {} }),
      onSuccess: (_sent, _email, _context, { client }) => client.invalidateQueries(onboardingQuery),
    }),
    confirm: step('email', (code: string) => bank.call(confirmEmail, { body: { code } })),
  },
  phone: {
    send: mutationOptions({
      mutationKey: ['client', 'phone-code'],
      mutationFn: (phone: string | undefined) => bank.call(sendPhoneCode, { body: phone ? { phone } : {} }),
      onSuccess: (_sent, _phone, _context, { client }) => client.invalidateQueries(onboardingQuery),
    }),
    confirm: step('phone', (code: string) => bank.call(confirmPhone, { body: { code } })),
  },
} as const;
