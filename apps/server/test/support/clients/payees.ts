/** Payees for tests: created with or without the code, and their names as the list shows them. */
import { randomUUID } from 'node:crypto';
import { type BeneficiaryInput, createBeneficiary, listBeneficiaries } from '@calmly/contract';
import { composeIban } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { defaultBank } from '@calmly/products/accounts/server/accounts/index.ts';
import { addBeneficiaries } from '@calmly/products/payees/server/index.ts';
import type { TestApp } from '../app.ts';

export const german = 'DE33200505501289447016';

export const company = (name: string, iban = german): BeneficiaryInput => ({
  legalStatus: 'COMPANY',
  name,
  country: 'DE',
  bankDetails: [{ iban, currency: 'EUR' }],
});

/** A valid German IBAN per number. */
export const germanIban = (number: number) => composeIban('DE', `20050550${`${number}`.padStart(10, '0')}`);

/** Adds payees without the code, for tests of other things. */
export const addPayees = (bank: TestApp, clientId: string, ...inputs: readonly BeneficiaryInput[]) =>
  bank.database.inTransaction((sql) =>
    addBeneficiaries(
      sql,
      clientId,
      defaultBank,
      inputs.map((input) => ({ id: newId(), input, at: new Date(), trusted: false, incomplete: true })),
    ),
  );

/** Makes calls that need a code, with it. */
export async function createPayee(
  bank: TestApp,
  token: string,
  body: BeneficiaryInput,
  idempotencyKey: string = randomUUID(),
) {
  const asked = await bank.call(createBeneficiary, { body }, { token, idempotencyKey });
  if (asked.status !== 203) return asked;
  const { detail } = asked.body as { detail: { code: string } };
  return bank.call(createBeneficiary, { body }, { token, idempotencyKey, code: detail.code });
}

export const namesOf = async (
  bank: TestApp,
  token: string,
  query: { search?: string; currency?: string; country?: string },
) => (await bank.call(listBeneficiaries, { query }, { token })).output.Items.map(({ name }) => name);
