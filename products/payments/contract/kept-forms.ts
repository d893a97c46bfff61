/** Saved form values: a *draft* to continue, or a *template* to start from. They have no effect on money. Source: server page section 8. */

import { pageQuery, zId, zIdParam, zPage, zPlain, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { chargeBearers, frequencies, paymentPurposes, restDayRules } from '@calmly/domain';
import { z } from 'zod';

export const keptFormKinds = ['DRAFT', 'TEMPLATE'] as const;
export type KeptFormKind = (typeof keptFormKinds)[number];

/** So many kept forms one client has at most. */
export const keptFormLimit = 200;

/** When a series ends: never, on a day, after this many payments. */
export const scheduleEnds = ['NEVER', 'ON', 'AFTER'] as const;
export type ScheduleEnd = (typeof scheduleEnds)[number];

const zText = (max: number) => zPlain.max(max).default('');
const formFields = {
  kind: ['Kind', z.enum(keptFormKinds)],
  /** Of a template what the person calls it; of a draft whom it pays, as far as that is known. */
  name: ['Name', zPlain.trim().max(100)],
  /** The form as it was typed: nothing needs to be complete. */
  form: [
    'Form',
    wire({
      between: ['Between', z.enum(['someone', 'own']).default('someone')],
      debtorAccountId: ['AccountId', zText(40)],
      payeeKind: ['PayeeKind', z.enum(['beneficiary', 'client']).default('beneficiary')],
      beneficiaryId: ['BeneficiaryId', zId.or(z.literal('')).default('')],
      bankAccount: ['BankAccount', zText(50)],
      clientAccount: ['ClientAccount', zText(50)],
      clientName: ['ClientName', zText(140)],
      creditorAccountId: ['ToAccountId', zText(40)],
      amount: ['Amount', zText(40)],
      /** Whose currency the amount is in, for a payee in another currency: the payer's (SELL) or the payee's (BUY). */
      amountSide: ['AmountSide', z.enum(['SELL', 'BUY']).optional()],
      reference: ['Details', zText(500)],
      chargeBearer: ['ChargeBearer', z.enum(chargeBearers).default('SHA')],
      instant: ['Instant', z.boolean().default(false)],
      purpose: ['Purpose', z.enum(['', ...paymentPurposes]).default('')],
      frequency: ['Frequency', z.enum(['NOW', ...frequencies]).default('NOW')],
      startOn: ['StartDate', zText(10)],
      ends: ['Ends', z.enum(scheduleEnds).default('NEVER')],
      endOn: ['EndDate', zText(10)],
      times: ['Times', zText(10)],
      restDays: ['RestDays', z.enum(restDayRules).default('AFTER')],
    }),
  ],
} as const;

export const zKeptForm = wire({
  id: ['Id', zId],
  ...formFields,
  updatedAt: ['UpdatedAt', zTime],
  savedBy: ['SavedBy', z.string()],
  /** The payee that the form names; null where it names none. A deleted one stays known by its name. */
  payee: ['Payee', wire({ name: ['Name', z.string()], deleted: ['Deleted', z.boolean()] }).nullable()],
});
export type KeptForm = z.output<typeof zKeptForm>;
export type TypedForm = KeptForm['form'];

const keptForms = {
  tag: 'Drafts and templates',
  access: 'active',
  presence: 'required',
  right: 'can_request_trans',
} as const;

export const listKeptForms = endpoint({
  ...keptForms,
  id: 'listKeptForms',
  method: 'GET',
  path: '/transactions/kept',
  summary: 'List the drafts and templates of the client, newest first',
  query: z.strictObject({ ...pageQuery, kind: z.enum(keptFormKinds).optional() }),
  response: zPage(zKeptForm),
});

export const getKeptForm = endpoint({
  ...keptForms,
  id: 'getKeptForm',
  method: 'GET',
  path: '/transactions/kept/{id}',
  summary: 'Read one draft or template',
  params: zIdParam,
  response: zKeptForm,
});

export const keepForm = endpoint({
  ...keptForms,
  id: 'keepForm',
  method: 'POST',
  path: '/transactions/kept',
  summary: 'Save a draft or a template of a payment; nothing is paid',
  idempotent: true,
  body: wire(formFields),
  response: zKeptForm,
  status: 201,
});
export type KeptFormInput = z.output<(typeof keepForm)['body']>;

export const changeKeptForm = endpoint({
  ...keptForms,
  id: 'changeKeptForm',
  method: 'PUT',
  path: '/transactions/kept/{id}',
  summary: 'Change or rename a draft or template',
  params: zIdParam,
  body: wire({
    ...formFields,
    /** The `UpdatedAt` that was on the screen: one that was changed since is refused (`kept_form_changed`). */
    version: ['Version', zTime.optional()],
  }),
  response: zKeptForm,
});

export const deleteKeptForm = endpoint({
  ...keptForms,
  id: 'deleteKeptForm',
  method: 'DELETE',
  path: '/transactions/kept/{id}',
  summary: 'Delete a draft or template',
  params: zIdParam,
});
