import { type BeneficiaryInput, deleteBeneficiary, listBeneficiaries, lookUpBank } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient as newClientOf } from '@calmly/server/test/support/clients/clients.ts';
import { addPayees, company, germanIban, namesOf } from '@calmly/server/test/support/clients/payees.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let bank: TestApp;
beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(() => bank.close());

const newClient = () => newClientOf(bank);
const add = (clientId: string, ...inputs: readonly BeneficiaryInput[]) =>
  addPayees(bank, clientId, ...inputs);
const names = (token: string, query: Parameters<typeof namesOf>[2]) => namesOf(bank, token, query);

describe('the list', () => {
  it('pages newest first and stays correct while payees are added and deleted', async () => {
    const { token, clientId } = await newClient();
    const added = await add(
      clientId,
      ...Array.from({ length: 7 }, (_, number) => company(`P${number}`, germanIban(number + 1))),
    );
    const first = await bank.call(listBeneficiaries, { query: { limit: 3 } }, { token });
    await add(clientId, company('Newer', germanIban(100)));
    await bank.call(deleteBeneficiary, { params: { id: added[5]?.id ?? '' } }, { token });
    const seen = first.output.Items.map(({ name }) => name);
    let cursor = first.output.NextCursor;
    while (cursor !== null) {
      const page = await bank.call(listBeneficiaries, { query: { limit: 3, cursor } }, { token });
      seen.push(...page.output.Items.map(({ name }) => name));
      cursor = page.output.NextCursor;
    }
    expect(seen).toEqual(['P6', 'P5', 'P4', 'P3', 'P2', 'P1', 'P0']);
  });

  it('refuses an invalid cursor', async () => {
    const { token } = await newClient();
    const refused = await bank.call(
      listBeneficiaries,
      { query: { limit: 3, cursor: "' or 1=1 --" } },
      { token },
    );
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ detail: [{ field: 'cursor' }] });
  });

  it('finds by name, account and bank, regardless of case, accents and alphabet', async () => {
    const { token, clientId } = await newClient();
    await add(
      clientId,
      company('Müller & Söhne 100% Wool_x', germanIban(1)),
      {
        legalStatus: 'INDIVIDUAL',
        firstName: 'Пётр',
        lastName: 'Иванов',
        country: 'EE',
        bankDetails: [{ iban: 'EE382200221020145685', currency: 'EUR' }],
      },
      {
        legalStatus: 'INDIVIDUAL',
        firstName: 'Sean',
        lastName: "O'Brien",
        country: 'GB',
        bankDetails: [
          { sortCode: '20-00-00', accountNumber: '55779911', currency: 'GBP' },
          { iban: 'IE29AIBK93115212345678', currency: 'EUR' },
        ],
      },
    );
    const finds: [string, string[]][] = [
      ['müller', ['Müller & Söhne 100% Wool_x']],
      ['MULLER', ['Müller & Söhne 100% Wool_x']],
      ['mueller', ['Müller & Söhne 100% Wool_x']],
      ['иванов', ['Пётр Иванов']],
      ['ПЁТР', ['Пётр Иванов']],
      ['ivanov', ['Пётр Иванов']],
      ['EE38 2200', ['Пётр Иванов']],
      ['swedbank', ['Пётр Иванов']],
      ["o'brien", ["Sean O'Brien"]],
      ['55779911', ["Sean O'Brien"]],
      ['allied irish', ["Sean O'Brien"]],
      ['100%', ['Müller & Söhne 100% Wool_x']],
      ['l_x', ['Müller & Söhne 100% Wool_x']],
      ['%', ['Müller & Söhne 100% Wool_x']],
      ['_', ['Müller & Söhne 100% Wool_x']],
      ['\\', []],
      ["'; drop schema beneficiaries cascade; --", []],
      ['nobody', []],
    ];
    for (const [search, found] of finds) expect(await names(token, { search }), search).toEqual(found);
    expect(await names(token, { currency: 'EUR' })).toHaveLength(3);
    expect(await names(token, { currency: 'GBP' })).toEqual(["Sean O'Brien"]);
    expect(await names(token, { country: 'EE' })).toEqual(['Пётр Иванов']);
    expect(await names(token, { country: 'EE', currency: 'GBP' })).toEqual([]);
  });

  it('answers a NUL in the search as invalid input', async () => {
    const { token } = await newClient();
    const reply = await bank.call(listBeneficiaries, { query: { limit: 5, search: 'a\u0000b' } }, { token });
    expect(reply.status).toBe(400);
  });
});

describe('the bank lookup', () => {
  it('finds banks by IBAN and by BIC, including this one', async () => {
    const { token } = await newClient();
    const byIban = await bank.call(lookUpBank, { query: { iban: 'de33 2005 0550 1289 4470 16' } }, { token });
    expect(byIban.output).toEqual({
      bic: 'HASPDEHHXXX',
      bankName: 'Hamburger Sparkasse',
      bankAddress: 'Hamburg, Germany',
      bankCountry: 'DE',
    });
    const byBic = await bank.call(lookUpBank, { query: { bic: 'chasus33' } }, { token });
    expect(byBic.output.bankName).toBe('JPMorgan Chase Bank');
    const own = await bank.call(lookUpBank, { query: { iban: 'LT823850010204918001' } }, { token });
    expect(own.output.bankName).toBe('Calmly');
  });

  it('returns nothing for an unknown bank, and the reason for an invalid IBAN', async () => {
    const { token } = await newClient();
    const unknown = await bank.call(lookUpBank, { query: { bic: 'AAAAGB2L' } }, { token });
    expect(unknown.output).toEqual({ bic: null, bankName: null, bankAddress: null, bankCountry: 'GB' });
    const bad = await bank.call(lookUpBank, { query: { iban: 'DE33200505501289447017' } }, { token });
    expect(bad.status).toBe(400);
    expect(bad.body).toMatchObject({ detail: [{ field: 'iban' }] });
    expect((await bank.call(lookUpBank, { query: {} }, { token })).status).toBe(400);
  });
});
