/**
 * What is typed on the way in, kept in the tab until its step is saved; what is saved comes from the bank, on every device. A
 * password is never kept. Codes: to which address one was sent from this tab, so that a reload does not send another.
 */
import { accountTypes, cardTypes, clientKinds } from '@calmly/contract';
import { z } from 'zod';
import { strangerPrefix, tabStorage } from '../../session/tab-storage.ts';

const zRegistrationDraft = z.object({
  kind: z.enum(clientKinds),
  email: z.string(),
  phoneCountry: z.string(),
  phone: z.string(),
});
export type RegistrationDraft = Readonly<z.output<typeof zRegistrationDraft>>;

/** Before there is a session. */
export const registrationDraft = tabStorage(`${strangerPrefix}registration`, zRegistrationDraft);

const texts = <const Fields extends readonly string[]>(step: string, fields: Fields) =>
  tabStorage(
    `calmly.joining.${step}`,
    z.object(
      Object.fromEntries(fields.map((field) => [field, z.string()])) as Record<Fields[number], z.ZodString>,
    ),
  );

export const personDraft = texts('person', [
  'firstName',
  'lastName',
  'day',
  'month',
  'year',
  'citizenship',
  'residence',
]);
export const companyDraft = texts('company', ['name', 'registrationNumber', 'country']);
export const addressDraft = texts('address', ['line1', 'line2', 'postCode', 'town', 'country']);

export const accountDraft = tabStorage(
  'calmly.joining.account',
  z.object({ accountType: z.enum(accountTypes), cardType: z.enum(cardTypes) }),
);

export const sentCodes = {
  email: tabStorage('calmly.joining.email-code', z.string()),
  phone: tabStorage('calmly.joining.phone-code', z.string()),
} as const;
