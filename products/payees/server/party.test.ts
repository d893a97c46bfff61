/** A payee's identity, whether it is trusted, and what its payments require of its address; over HTTP, on the real app and database. */
import {
  type BeneficiaryInput,
  changeParty,
  deleteBeneficiary,
  getBeneficiary,
  listBeneficiaries,
  type PartyInput,
  trustBeneficiary,
  updateBeneficiary,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient as newClientOf } from '@calmly/server/test/support/clients/clients.ts';
import { callWithCode } from '@calmly/server/test/support/clients/firm.ts';
import { lettersTo } from '@calmly/server/test/support/clients/letters.ts';
import {
  addPayees,
  company,
  createPayee,
  german,
  namesOf,
} from '@calmly/server/test/support/clients/payees.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { defaultBank, openAccounts } from '../../accounts/server/accounts/index.ts';
import { findPayeeFacts } from './index.ts';

let bank: TestApp;
beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(() => bank.close());

const newClient = () => newClientOf(bank);
const american = { routingNumber: '021000021', accountNumber: '4008221795', currency: 'USD' };
const address = { street: 'Veddeler Damm', buildingNumber: '12', postCode: '20457', town: 'Hamburg' };

const change = (token: string, id: string, body: PartyInput & { version?: number }) =>
  callWithCode(bank, changeParty, { params: { id }, body }, token);
const read = async (token: string, id: string) =>
  (await bank.call(getBeneficiary, { params: { id } }, { token })).output;

/** Fields refused, under their names on the wire. */
const fieldsOf = ({ body }: { body: unknown }) => {
  const { detail } = body as { detail: string | Array<{ field: string }> };
  return typeof detail === 'string' ? detail : detail.map(({ field }) => field);
};

describe('what the payment methods of the accounts require of the address', () => {
  const japanese = { bic: 'BOTKJPJT', accountNumber: '1873042', currency: 'JPY', bankCountry: 'JP' };
  const british = { sortCode: '20-32-06', accountNumber: '13152596', bic: 'BUKBGB22', currency: 'GBP' };
  const euro = { iban: german, currency: 'EUR' };
  const inside = { iban: '', currency: 'USD' };
  beforeAll(async () => {
    const { clientId } = await newClient();
    const opening = { clientId, currency: 'USD', name: 'Dollars', withIban: true } as const;
    const [opened] = await bank.database.inTransaction((sql) =>
      openAccounts(systemWork(sql), defaultBank, [opening]),
    );
    inside.iban = opened?.iban ?? '';
  });

  it.each<[string, Partial<BeneficiaryInput>, string[]]>([
    ['SEPA asks for none', { bankDetails: [euro] }, []],
    ['SEPA takes a town alone', { bankDetails: [euro], town: 'Hamburg' }, []],
    ['SEPA wants the town with a street', { bankDetails: [euro], street: 'Veddeler Damm' }, ['City']],
    ['SEPA wants the town with a post code', { bankDetails: [euro], postCode: '20457' }, ['City']],
    ['US wants street and town', { bankDetails: [american] }, ['Street', 'City']],
    ['US wants the street', { bankDetails: [american], town: 'Austin' }, ['Street']],
    ['US with both', { bankDetails: [american], ...address }, []],
    ['SWIFT wants street and town', { bankDetails: [japanese] }, ['Street', 'City']],
    ['pounds go by SWIFT', { bankDetails: [british] }, ['Street', 'City']],
    ['one of two accounts decides', { bankDetails: [euro, american] }, ['Street', 'City']],
    ['dollars inside the bank require none', { bankDetails: [inside] }, []],
  ])('%s', async (_name, input, fields) => {
    const { token } = await newClient();
    const body = { ...company('Hansa'), ...input };
    const answer = await createPayee(bank, token, body);
    expect(fields.length > 0 ? [answer.status, fieldsOf(answer)] : [answer.status]).toEqual(
      fields.length > 0 ? [400, fields] : [201],
    );
  });

  it('is reported when an added account requires more', async () => {
    const { token, clientId } = await newClient();
    const [payee] = await addPayees(bank, clientId, company('Hansa'));
    const body = { bankDetails: [{ iban: german, currency: 'EUR' }, american] };
    const params = { id: payee?.id ?? '' };
    const refused = await callWithCode(bank, updateBeneficiary, { params, body }, token);
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'beneficiary_address_needed' }]);
    const { legalStatus, name, country } = company('Hansa');
    await change(token, params.id, { legalStatus, name, country, ...address });
    expect((await callWithCode(bank, updateBeneficiary, { params, body }, token)).status).toBe(200);
  });
});

describe('changing who the payee is', () => {
  const { bankDetails: _, ...hansa } = company('Hansa');

  it('needs a code that names both, increases the version and keeps the accounts', async () => {
    const { token, clientId } = await newClient();
    const [{ id } = { id: '' }] = await addPayees(bank, clientId, company('Hansa'));
    const body = { ...hansa, name: 'Ханза Депо', ...address };
    const asked = await bank.call(changeParty, { params: { id }, body }, { token });
    expect(asked.body).toMatchObject({ detail: { summary: 'Change payee Hansa to Ханза Депо' } });
    expect((await read(token, id)).name).toBe('Hansa');
    expect((await change(token, id, body)).status).toBe(200);
    expect(await read(token, id)).toMatchObject({
      name: 'Ханза Депо',
      latin: { name: 'Khanza Depo', town: 'Hamburg' },
      version: 2,
      bankDetails: [{ iban: german, index: 0 }],
    });
    expect(await namesOf(bank, token, { search: 'khanza' })).toEqual(['Ханза Депо']);
    expect(await namesOf(bank, token, { search: 'hansa' })).toEqual([]);
  });

  it('refuses a change of an older version, by name or by account', async () => {
    const { token, clientId } = await newClient();
    const [{ id } = { id: '' }] = await addPayees(bank, clientId, company('Hansa'));
    expect((await change(token, id, { ...hansa, ...address, version: 1 })).status).toBe(200);
    const stale = await change(token, id, { ...hansa, name: 'Other', version: 1 });
    expect([stale.status, stale.body]).toMatchObject([409, { code: 'beneficiary_changed' }]);
    const body = { bankDetails: [{ iban: german, currency: 'EUR' }], version: 1 };
    const accounts = await callWithCode(bank, updateBeneficiary, { params: { id }, body }, token);
    expect(accounts.body).toMatchObject({ code: 'beneficiary_changed' });
  });

  it('refuses an address that is no longer sufficient for the accounts, and a name that another payee has', async () => {
    const { token } = await newClient();
    const made = await createPayee(bank, token, { ...company('Acme'), ...address, bankDetails: [american] });
    const { id } = made.output;
    expect(fieldsOf(await change(token, id, { ...hansa, name: 'Acme' }))).toEqual(['Street', 'City']);
    const other = await createPayee(bank, token, { ...company('Twin'), ...address, bankDetails: [american] });
    expect(other.status).toBe(201);
    const refused = await change(token, other.output.id, { ...hansa, name: 'ACME', ...address });
    expect(fieldsOf(refused)).toEqual(['Name']);
  });
});

describe('readiness', () => {
  it('flags an older payee, and saving it again fixes it', async () => {
    const { token, clientId } = await newClient();
    const [{ id } = { id: '' }] = await addPayees(bank, clientId, company('Ромашка'));
    expect((await read(token, id)).readiness).toEqual([]);
    await query`update beneficiaries.beneficiary set latin = null, street = 'ул. Лесная' where id = ${id}`.execute(
      bank.database.sql,
    );
    const { output } = await bank.call(listBeneficiaries, { query: {} }, { token });
    expect(output.Items.map(({ readiness }) => readiness)).toEqual([['characters', 'town_missing']]);
    const { bankDetails: _, ...party } = company('Ромашка');
    await change(token, id, { ...party, street: 'ул. Лесная', town: 'Нарва' });
    expect(await read(token, id)).toMatchObject({
      readiness: [],
      latin: { name: 'Romashka', town: 'Narva' },
    });
  });
});

describe('trust', () => {
  const trust = (token: string, id: string, trusted: boolean) => ({
    input: { params: { id }, body: { trusted } },
    options: { token },
  });

  it('is given with a code and removed without', async () => {
    const { token, clientId } = await newClient();
    const [{ id } = { id: '' }] = await addPayees(bank, clientId, company('Hansa'));
    const give = trust(token, id, true);
    const asked = await bank.call(trustBeneficiary, give.input, give.options);
    expect([asked.status, asked.body]).toMatchObject([
      203,
      { detail: { summary: 'Send small payments to Hansa without a code, DE33 ···· 7016' } },
    ]);
    expect((await read(token, id)).trusted).toBe(false);
    expect((await callWithCode(bank, trustBeneficiary, give.input, token)).output.trusted).toBe(true);
    const take = trust(token, id, false);
    expect((await bank.call(trustBeneficiary, take.input, take.options)).output).toMatchObject({
      trusted: false,
      version: 1,
    });
  });

  it('is told by email when it is given, not when it is removed', async () => {
    const { token, clientId, email } = await newClient();
    const [{ id } = { id: '' }] = await addPayees(bank, clientId, company('Hansa'));
    const told = async () =>
      (await lettersTo(bank.database.sql, email)).filter(({ subject }) =>
        subject?.includes('no longer need'),
      );
    await callWithCode(bank, trustBeneficiary, trust(token, id, true).input, token);
    expect(await told()).toMatchObject([{ subject: 'Small payments to Hansa no longer need a code' }]);
    await bank.call(trustBeneficiary, trust(token, id, false).input, { token });
    expect(await told()).toHaveLength(1);
  });

  it.each([
    ['another account at the correspondent bank', { correspondentAccount: '36006' }],
    ['another correspondent bank', { correspondentBic: 'CHASUS33' }],
  ])('ends when money is to go through %s', async (_what, other) => {
    const { token, clientId } = await newClient();
    const detail = { bic: 'BOTKJPJT', accountNumber: '3141592', currency: 'USD', bankCountry: 'JP' };
    const through = { ...detail, correspondentBic: 'CITIUS33', correspondentAccount: '36005' };
    const office = { ...company('Tokyo Bureau'), country: 'JP', street: 'Marunouchi', buildingNumber: '1' };
    const tokyo = { ...office, postCode: '100-0005', town: 'Tokyo', bankDetails: [through] };
    const [{ id } = { id: '' }] = await addPayees(bank, clientId, tokyo);
    await callWithCode(bank, trustBeneficiary, trust(token, id, true).input, token);
    const replace = (bankDetails: BeneficiaryInput['bankDetails']) =>
      callWithCode(bank, updateBeneficiary, { params: { id }, body: { bankDetails } }, token);
    expect((await replace([through])).output).toMatchObject({ trusted: true });
    expect((await replace([{ ...through, ...other }])).output).toMatchObject({ trusted: false });
  });
});

test('other modules can read who added a payee, since when, and which payee of today shares its account', async () => {
  const { token, clientId, personId } = await newClient();
  const { output: hansa } = await createPayee(bank, token, company('Hansa'));
  const { output: veddel } = await createPayee(bank, token, company('Veddel'));
  const keys = [hansa, veddel].map(({ id }) => ({ clientId, id }));
  const facts = await findPayeeFacts(bank.database.sql, keys);
  const of = (id: string) => facts.find((one) => one.id === id);
  expect(of(hansa.id)).toMatchObject({ addedBy: personId, partyChangedAt: null, sharedWith: ['Veddel'] });
  expect(of(veddel.id)).toMatchObject({ addedBy: personId, sharedWith: ['Hansa'] });
  expect(of(hansa.id)?.accountsSince).toEqual(of(hansa.id)?.addedAt);
  await change(token, hansa.id, { legalStatus: 'COMPANY', name: 'Hansa Depot', country: 'DE' });
  const [changed] = await findPayeeFacts(bank.database.sql, keys.slice(0, 1));
  expect(changed?.partyChangedAt?.getTime()).toBeGreaterThan(changed?.addedAt.getTime() ?? 0);
  await bank.call(deleteBeneficiary, { params: { id: veddel.id } }, { token });
  expect(await findPayeeFacts(bank.database.sql, keys.slice(0, 1))).toMatchObject([{ sharedWith: [] }]);
});
