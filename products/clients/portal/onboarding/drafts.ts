/**
 * Unsaved registration entries, kept in the tab until their step is saved; saved ones come from the bank, on every device. A password is never kept.
 * For codes: the addresses to which this tab sent one, so that a reload does not send another.
 */
import { accountTypes, cardTypes } from '@calmly/contract';
import { tabStorage } from '@calmly/portal-kit/session/tab-storage.ts';
import { z } from 'zod';

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
