/** Payees are added, changed and deleted over HTTP, on the real app and database; every test has its own client. */
import { randomUUID } from 'node:crypto';
import {
  type BeneficiaryInput,
  createBeneficiary,
  deleteBeneficiary,
  getBeneficiary,
  listBeneficiaries,
  trustBeneficiary,
  updateBeneficiary,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { awaitBlocked } from '@calmly/server/test/support/blocked.ts';
import { newClient as newClientOf } from '@calmly/server/test/support/clients/clients.ts';
import {
  addPayees,
  company,
  createPayee,
  german,
  namesOf,
} from '@calmly/server/test/support/clients/payees.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultBank, openAccounts } from '../../accounts/server/accounts/index.ts';
import { findBeneficiaries } from './index.ts';

let bank: TestApp;
beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(() => bank.close());

const newClient = () => newClientOf(bank);
const add = (clientId: string, ...inputs: readonly BeneficiaryInput[]) =>
  addPayees(bank, clientId, ...inputs);
const create = (token: string, body: BeneficiaryInput, idempotencyKey?: string) =>
  createPayee(bank, token, body, idempotencyKey);
const names = (token: string, query: Parameters<typeof namesOf>[2]) => namesOf(bank, token, query);

describe('a beneficiary that pays the client', () => {
  it('is listed as INCOMING, and may be a payee too', async () => {
    const { token } = await newClient();
    const hansa = company('Hansa Container Depot GmbH');
    const payer = await create(token, { ...hansa, direction: 'INCOMING' });
    expect(payer.output).toMatchObject({ direction: 'INCOMING', bankDetails: [{ currency: 'EUR' }] });
    const payee = await create(token, hansa);
    expect(payee.output.direction).toBe('OUTGOING');
    const again = await create(token, { ...hansa, direction: 'INCOMING' });
    expect(again.status).toBe(400);
    const idsOf = async (direction?: 'INCOMING' | 'OUTGOING') =>
      (await bank.call(listBeneficiaries, { query: { direction } }, { token })).output.Items.map(
        ({ id }) => id,
      );
    expect(await idsOf('INCOMING')).toEqual([payer.output.id]);
    expect(await idsOf('OUTGOING')).toEqual([payee.output.id]);
    expect(await idsOf()).toHaveLength(2);
  });
});

describe('adding a beneficiary', () => {
  it('asks for a code that names payee and account, and adds nothing without it', async () => {
    const { token } = await newClient();
    const asked = await bank.call(
      createBeneficiary,
      { body: company('Hansa Container Depot GmbH') },
      { token, idempotencyKey: randomUUID() },
    );
    expect(asked.status).toBe(203);
    expect(asked.headers.get('cache-control')).toContain('no-store');
    expect(asked.body).toMatchObject({
      detail: { summary: 'Add payee Hansa Container Depot GmbH, DE33 ···· 7016' },
    });
    expect(await names(token, {})).toEqual([]);
  });

  it('adds it with the code, bank and BIC filled in from the IBAN', async () => {
    const { token } = await newClient();
    const added = await create(token, {
      ...company('Hansa Container Depot GmbH', 'de33 2005 0550 1289 4470 16'),
      street: 'Veddeler Damm',
      buildingNumber: '12',
      postCode: '20457',
      town: 'Hamburg',
    });
    expect(added.status).toBe(201);
    expect(added.output).toMatchObject({
      name: 'Hansa Container Depot GmbH',
      type: 'SEPA',
      status: 'ACTIVE',
      currency: 'EUR',
      street: 'Veddeler Damm',
      town: 'Hamburg',
      trusted: false,
      bankDetails: [
        {
          index: 0,
          iban: german,
          bic: 'HASPDEHHXXX',
          bankName: 'Hamburger Sparkasse',
          bankAddress: 'Hamburg, Germany',
          bankCountry: 'DE',
        },
      ],
    });
    const read = await bank.call(getBeneficiary, { params: { id: added.output.id } }, { token });
    expect(read.text).toBe(added.text);
  });

  it('refuses a wrong code and adds nothing', async () => {
    const { token } = await newClient();
    const input = { body: company('Hansa') };
    const options = { token, idempotencyKey: randomUUID() };
    const asked = await bank.call(createBeneficiary, input, options);
    const { detail } = asked.body as { detail: { code: string } };
    const wrong = await bank.call(createBeneficiary, input, {
      ...options,
      code: detail.code === '000000' ? '000001' : '000000',
    });
    expect(wrong.status).toBe(401);
    expect(await names(token, {})).toEqual([]);
  });

  it('adds once, however often the same request is sent with the same key', async () => {
    const { token } = await newClient();
    const body = company('Hansa');
    const idempotencyKey = randomUUID();
    const first = await create(token, body, idempotencyKey);
    const again = await bank.call(createBeneficiary, { body }, { token, idempotencyKey });
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    const other = await bank.call(createBeneficiary, { body: company('Other') }, { token, idempotencyKey });
    expect(other.status).toBe(422);
    expect(await names(token, {})).toEqual(['Hansa']);
  });

  it('adds once when the request with the code is sent twice concurrently', async () => {
    const { token } = await newClient();
    const body = company('Hansa');
    const options = { token, idempotencyKey: randomUUID() };
    const asked = await bank.call(createBeneficiary, { body }, options);
    const { detail } = asked.body as { detail: { code: string } };
    const replies = await Promise.all(
      [1, 2, 3].map(() => bank.call(createBeneficiary, { body }, { ...options, code: detail.code })),
    );
    expect(replies.some(({ status }) => status === 201)).toBe(true);
    expect(await names(token, {})).toEqual(['Hansa']);
  });

  it('reports a mistyped IBAN by its field, under its wire name', async () => {
    const { token } = await newClient();
    const refused = await create(token, company('Hansa', 'DE33200505501289447017'));
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      detail: [
        {
          field: 'bank_details.0.iban',
          message: 'The check digits don’t match. Compare the IBAN with the original.',
        },
      ],
    });
    const short = await create(token, company('Hansa', 'DE3320050550128944701'));
    expect(short.body).toMatchObject({
      detail: [{ message: 'An IBAN in this country has 22 characters. This one has 21.' }],
    });
  });

  it('reports all invalid fields together', async () => {
    const { token } = await newClient();
    const refused = await create(token, {
      legalStatus: 'INDIVIDUAL',
      firstName: 'Lotte',
      country: 'ZZ',
      bankDetails: [
        { iban: german, currency: 'XXX' },
        { currency: 'JPY', bankCountry: 'JP' },
      ],
    });
    const fields = (refused.body as { detail: { field: string }[] }).detail.map(({ field }) => field);
    expect(fields).toEqual([
      'LastName',
      'Country',
      'bank_details.0.currency',
      'bank_details.1.account_number',
      'bank_details.1.bic',
    ]);
  });

  it('refuses an own account', async () => {
    const { token, clientId } = await newClient();
    const [account] = await bank.database.inTransaction((sql) =>
      openAccounts({ sql, now: new Date(), newId }, defaultBank, [
        { clientId, currency: 'EUR', name: 'Everyday', withIban: true },
      ]),
    );
    const refused = await create(token, company('Me', account?.iban ?? ''));
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ detail: [{ field: 'bank_details.0.iban' }] });
  });

  it('refuses an account that the payee already has, until that one is deleted; another payee may share it', async () => {
    const { token } = await newClient();
    const first = await create(token, company('Hansa'));
    const refused = await create(token, company('«HANSA»'));
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      detail: [{ field: 'bank_details.0.iban', message: 'You already have this payee with this account.' }],
    });
    await bank.call(deleteBeneficiary, { params: { id: first.output.id } }, { token });
    expect((await create(token, company('Hansa'))).status).toBe(201);
    expect((await create(token, company('Veddel'))).status).toBe(201);
    const stranger = await newClient();
    expect((await create(stranger.token, company('Hansa'))).status).toBe(201);
  });

  it('adds one of two payees with the same account that are added concurrently', async () => {
    const { clientId } = await newClient();
    const racing = [1, 2, 3, 4].map(() => add(clientId, company('Hansa')));
    const outcomes = await Promise.allSettled(racing);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('refuses a client that is not active', async () => {
    const { clientId, token } = await newClient();
    await bank.database.pool.query(`update identity.client set state = 'BLOCKED' where id = $1`, [clientId]);
    const refused = await create(token, company('Hansa'));
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ detail: 'Your user is not active' });
  });
});

describe('changing the bank accounts', () => {
  const other = 'NL91ABNA0417164300';
  const change = { bankDetails: [{ iban: other, currency: 'EUR' }] };

  it('replaces them with a code and increases the version', async () => {
    const { token, clientId } = await newClient();
    const [{ id } = { id: '' }] = await add(clientId, company('Hansa'));
    const asked = await bank.call(updateBeneficiary, { params: { id }, body: change }, { token });
    expect(asked.status).toBe(203);
    const { detail } = asked.body as { detail: { code: string; summary: string } };
    expect(detail.summary).toBe('Change Hansa’s account to NL91 ···· 4300');
    const changed = await bank.call(
      updateBeneficiary,
      { params: { id }, body: change },
      { token, code: detail.code },
    );
    expect(changed.output).toMatchObject({ bankDetails: [{ iban: other, bic: 'ABNANL2AXXX', index: 0 }] });
    const [record] = await findBeneficiaries(bank.database.sql, [{ clientId, id }]);
    expect(record?.version).toBe(2);
    expect(await names(token, { search: 'NL91' })).toEqual(['Hansa']);
    expect(await names(token, { search: 'DE33' })).toEqual([]);
  });

  it('does not accept a code from before someone else changed the payee', async () => {
    const { token, clientId } = await newClient();
    const [{ id } = { id: '' }] = await add(clientId, company('Hansa'));
    const asked = await bank.call(updateBeneficiary, { params: { id }, body: change }, { token });
    const { detail } = asked.body as { detail: { code: string } };
    await bank.database.pool.query(
      'update beneficiaries.beneficiary set version = version + 1 where id = $1',
      [id],
    );
    const refused = await bank.call(
      updateBeneficiary,
      { params: { id }, body: change },
      { token, code: detail.code },
    );
    expect(refused.status).toBe(401);
    const read = await bank.call(getBeneficiary, { params: { id } }, { token });
    expect(read.output.bankDetails[0]?.iban).toBe(german);
  });

  it('refuses a deleted payee', async () => {
    const { token, clientId } = await newClient();
    const [{ id } = { id: '' }] = await add(clientId, company('Hansa'));
    await bank.call(deleteBeneficiary, { params: { id } }, { token });
    const refused = await bank.call(updateBeneficiary, { params: { id }, body: change }, { token });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ code: 'beneficiary_deleted' });
  });

  // Control: read by the very statement that waits for the lock, the accounts are those of before.
  it('a waiting change sees the current state: the code names the account as it is now', async () => {
    const { token, clientId } = await newClient();
    const [payee] = await add(clientId, company('Hansa Container Depot GmbH'));
    const id = payee?.id ?? '';
    const iban = 'DE96200505500000000050';
    const trusting = await bank.database.inTransaction(async (changing) => {
      await query`update beneficiaries.beneficiary set version = version + 1 where id = ${id}`.execute(
        changing,
      );
      await query`update beneficiaries.bank_detail set iban = ${iban}, account_key = ${iban} where beneficiary_id = ${id}`.execute(
        changing,
      );
      const call = { params: { id }, body: { trusted: true } };
      const answer = bank.call(trustBeneficiary, call, { token });
      await awaitBlocked(changing);
      return { answer };
    });
    expect((await trusting.answer).body).toMatchObject({
      detail: { summary: expect.stringContaining('DE96 ···· 0050') },
    });
  });
});

it('answers for another client’s payee exactly as for one that does not exist', async () => {
  const { clientId } = await newClient();
  const [{ id } = { id: '' }] = await add(clientId, company('Hansa'));
  const { token } = await newClient();
  const body = { bankDetails: [{ iban: german, currency: 'EUR' }] };
  const calls = [
    (target: string) => bank.call(getBeneficiary, { params: { id: target } }, { token }),
    (target: string) => bank.call(updateBeneficiary, { params: { id: target }, body }, { token }),
    (target: string) => bank.call(deleteBeneficiary, { params: { id: target } }, { token }),
  ];
  const comparable = ({ status, body: problem }: { status: number; body: unknown }) => ({
    status,
    problem: { ...(problem as object), requestId: undefined, instance: undefined },
  });
  for (const call of calls) {
    const foreign = await call(id);
    expect(foreign.status).toBe(404);
    expect(comparable(foreign)).toEqual(comparable(await call(newId())));
  }
  const [record] = await findBeneficiaries(bank.database.sql, [{ clientId, id }]);
  expect(record?.status).toBe('ACTIVE');
});

describe('deleting', () => {
  it('hides the payee from the list, keeps the record, and can be repeated', async () => {
    const { token, clientId } = await newClient();
    const [{ id } = { id: '' }] = await add(clientId, company('Hansa'));
    expect((await bank.call(deleteBeneficiary, { params: { id } }, { token })).status).toBe(204);
    expect((await bank.call(deleteBeneficiary, { params: { id } }, { token })).status).toBe(204);
    expect(await names(token, {})).toEqual([]);
    const read = await bank.call(getBeneficiary, { params: { id } }, { token });
    expect(read.output.status).toBe('DELETED');
  });
});
