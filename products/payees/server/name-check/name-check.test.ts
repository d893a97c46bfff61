/**
 * The name check over HTTP, on the real app and database. Control of the limits, tried once: without the count before the comparison,
 * all twenty simultaneous guesses were answered, and 35 names of one person.
 */
import { type CallInput, checkName, getBeneficiary } from '@calmly/contract';
import { composeIban } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { knownHolders, silentIban } from '@calmly/providers/name-check/sandbox.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient as newClientOf, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { addPayees, company, createPayee, german } from '@calmly/server/test/support/clients/payees.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultBank, openAccounts } from '../../../accounts/server/accounts/index.ts';
import { addBeneficiaries } from '../index.ts';

let bank: TestApp;
let holder: { readonly iban: string; readonly token: string };
beforeAll(async () => {
  bank = await startTestApp();
  const client = await newClientOf(bank, { firstName: 'Anna', lastName: 'Tammsaare' });
  const [account] = await bank.database.inTransaction((sql) =>
    openAccounts({ sql, now: new Date(), newId }, defaultBank, [
      { clientId: client.clientId, currency: 'EUR', name: 'Everyday', withIban: true },
    ]),
  );
  holder = { iban: account?.iban ?? '', token: client.token };
});
afterAll(() => bank.close());

const newClient = () => newClientOf(bank);
const check = ({ token }: Pick<SignedIn, 'token'>, name: string, iban: string) =>
  bank.call(checkName, { body: { name, iban } } satisfies CallInput<typeof checkName>, { token });
const resultOf = async (client: Pick<SignedIn, 'token'>, name: string, iban: string) => {
  const { result, suggestedName } = (await check(client, name, iban)).output.check;
  return [result, suggestedName];
};
/** An account at another bank whose IBAN has these check digits. */
function ibanWith(checkDigits: number): string {
  for (let account = 1_000_000_000; ; account += 1) {
    const iban = composeIban('DE', `37040044${account}`);
    if (iban.startsWith(`DE${checkDigits}`)) return iban;
  }
}
const romashka = [...knownHolders].find(([, name]) => name.startsWith('Romashka'))?.[0] ?? '';

describe('the result of a name check', () => {
  it('compares with the holder of an account of this bank', async () => {
    const asking = await newClient();
    expect(await resultOf(asking, 'Анна Таммсааре', holder.iban)).toEqual(['match', null]);
    expect(await resultOf(asking, 'Anna Tamsaare', holder.iban)).toEqual(['close_match', 'Anna Tammsaare']);
    expect(await resultOf(asking, 'Boris Ross', holder.iban)).toEqual(['no_match', null]);
  });

  it('says that an IBAN of ours has no account', async () => {
    const asking = await newClient();
    const missing = await check(asking, 'Anna Tammsaare', 'LT553850010204918002');
    expect([missing.status, missing.body]).toMatchObject([400, { detail: [{ field: 'iban' }] }]);
  });

  it('compares at other banks if the provider knows the name, and says if it does not', async () => {
    const asking = await newClient();
    expect(await resultOf(asking, 'ООО «Ромашка Текстиль»', romashka)).toEqual([
      'close_match',
      'Romashka Tekstil OÜ',
    ]);
    expect(await resultOf(asking, 'Romashka Tekstil', romashka)).toEqual(['match', null]);
    expect(await resultOf(asking, 'Hansa', german)).toEqual(['cannot_be_checked', null]);
    expect(await resultOf(asking, 'Hansa', silentIban)).toEqual(['temporarily_unavailable', null]);
  });

  it('answers for accounts at other banks by their check digits: mostly a match, sometimes a similar name, sometimes nothing', async () => {
    const asking = await newClient();
    expect(await resultOf(asking, 'Karin Saar', ibanWith(22))).toEqual(['match', null]);
    expect(await resultOf(asking, 'Karin Saar', ibanWith(21))).toEqual(['close_match', 'Karrin Saar']);
    expect(await resultOf(asking, 'Karrin Saar', ibanWith(21))).toEqual(['match', null]);
    expect(await resultOf(asking, 'Karin Saar', ibanWith(20))).toEqual(['cannot_be_checked', null]);
  });

  it('refuses an invalid IBAN and an own account', async () => {
    const wrong = await check(holder, 'Anna', 'DE33200505501289447017');
    expect([wrong.status, wrong.body]).toMatchObject([400, { detail: [{ field: 'iban' }] }]);
    const own = await check(holder, 'Anna Tammsaare', holder.iban);
    expect(own.body).toMatchObject({
      detail: [{ field: 'iban', message: 'This is your own account. Use a payment between accounts.' }],
    });
  });
});

describe('the stored result', () => {
  it('appears beside the account of a payee with that name, and of no other', async () => {
    const asking = await newClient();
    await resultOf(asking, 'Ромашка Текстиль ООО', romashka);
    const { output } = await createPayee(bank, asking.token, company('Ромашка Текстиль ООО', romashka));
    expect(output.bankDetails[0]?.nameCheck).toMatchObject({
      result: 'close_match',
      suggestedName: 'Romashka Tekstil OÜ',
    });
    const [other] = await addPayees(bank, asking.clientId, company('Veddel', romashka));
    const read = await bank.call(getBeneficiary, { params: { id: other?.id ?? '' } }, asking);
    expect(read.output.bankDetails[0]?.nameCheck).toBeNull();
  });

  it('names the payees that share the account, but no confidential one', async () => {
    const asking = await newClient();
    await addPayees(bank, asking.clientId, company('Hansa'), company('Veddel'));
    const secret = { id: newId(), input: company('Wage Earner'), at: new Date(), trusted: false };
    await bank.database.inTransaction((sql) =>
      addBeneficiaries(sql, asking.clientId, defaultBank, [
        { ...secret, confidential: true, incomplete: true },
      ]),
    );
    const { output } = await check(asking, 'HANSA', german);
    expect(output.sharedWith).toEqual(['Veddel']);
  });

  it('is asked for again where the other bank could not be reached', async () => {
    const asking = await newClient();
    const ask = async () => (await check(asking, 'Hansa', silentIban)).output.check;
    const first = await ask();
    await query`update beneficiaries.name_check set checked_at = checked_at - interval '1 minute'
      where client_id = ${asking.clientId}`.execute(bank.database.sql);
    const second = await ask();
    expect(second.result).toBe('temporarily_unavailable');
    expect(Date.parse(second.checkedAt)).toBeGreaterThanOrEqual(Date.parse(first.checkedAt));
  });
});

describe('limits on guessing', () => {
  it('checks a few names per account and then none for hours, also under concurrent calls', async () => {
    const asking = await newClient();
    const guesses = Array.from({ length: 20 }, (_, number) => `Anna Guess${number}`);
    const answers = await Promise.all(guesses.map((name) => check(asking, name, holder.iban)));
    const told = answers.filter(({ status }) => status === 200);
    expect(told.length).toBeLessThanOrEqual(8);
    const refused = await check(asking, 'Anna Tammsaare', holder.iban);
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'too_many_name_checks' }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect((await check(asking, 'Hansa', german)).status).toBe(200);
  });

  it('returns a stored result without counting an attempt', async () => {
    const asking = await newClient();
    for (let round = 0; round < 7; round += 1)
      expect(await resultOf(asking, 'Anna Tammsaare', holder.iban)).toEqual(['match', null]);
  });

  it('limits a person’s checks over all accounts', async () => {
    const asking = await newClient();
    const ibans = [...knownHolders.keys(), german, silentIban, holder.iban, 'DE89370400440532013000'];
    const statuses: number[] = [];
    for (const name of ['A B', 'C D', 'E F', 'G H', 'I J'])
      for (const iban of new Set(ibans)) statuses.push((await check(asking, name, iban)).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30);
    expect(statuses.at(-1)).toBe(429);
  });
});
