/** The search over HTTP: each kind by all its searchable facts, in both alphabets, and how far it looks back. */
import { createMoneyRequest, type SearchKind, search } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addCard } from '@calmly/server/test/support/cards.ts';
import { twoAccountsOf } from '@calmly/server/test/support/clients/connected/connected-bank.ts';
import { createFirm } from '@calmly/server/test/support/clients/firm.ts';
import { addPayee, createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
let anna: Payer;
beforeAll(async () => {
  app = await startTestApp({
    config: { rateLimits: { anonymousPerMinute: 0, clientPerMinute: 10_000, signUpMessages: 0 } },
  });
  anna = await createPayer(app, { fundedMinor: 1_000_000n });
  await addPayee(app, anna.clientId, { name: 'Rheinwerk Verlag', trusted: true });
  const julia = { name: 'Юлия Иванова', iban: 'DE69200505500000000051', trusted: true };
  const { id } = await addPayee(app, anna.clientId, julia);
  await addPayee(app, anna.clientId, { name: 'Müller & Söhne', iban: 'DE42200505500000000052' });
  await anna.payWithCode({ beneficiaryId: id, amount: '120.50', reference: 'Rent for May' });
  await anna.payWithCode({ beneficiaryId: id, amount: '7.00', reference: 'Coffee beans, 12 bags' });
  const holder = { clientId: anna.clientId, holderId: await personOf(anna.clientId) };
  await addCard(app.database, holder, { fundedMinor: 0n });
  await addCard(app.database, holder, { fundedMinor: 0n, name: 'Office', lastFour: '1205' });
  const body = {
    creditorAccount: anna.account.number,
    amount: '450',
    payerName: 'Boris Kask',
    details: 'Logo',
    documentIds: [],
  };
  await app.call(createMoneyRequest, { body }, { token: anna.token, idempotencyKey: newId() });
});
afterAll(() => app.close());

async function personOf(clientId: string): Promise<string> {
  const { rows } = await app.database.pool.query<{ person_id: string }>(
    'select person_id from identity.membership where client_id = $1',
    [clientId],
  );
  return rows[0]?.person_id ?? '';
}

async function found(q: string, token = anna.token) {
  const { output } = await app.call(search, { query: { q } }, { token });
  return output.Groups.map(({ kind, items }) => [kind, ...items.map(({ title }) => title)]);
}
const titles = async (kind: SearchKind, q: string) =>
  (await found(q)).find(([each]) => each === kind)?.slice(1) ?? [];

describe('a payment', () => {
  test.each([
    ['the beginning of a name', 'Иван'],
    ['the name in the other alphabet', 'yuliya'],
    ['the spelling of a passport', 'IULIIA'],
    ['words in any order, of name and reference', 'may юл'],
    ['the amount', '120,50'],
    ['the amount with its currency', '€120.50'],
    ['the end of the account', '0051'],
    ['the account in groups', 'DE69 2005 0550 0000 0000 51'],
  ])('is found by %s', async (_by, q) => {
    expect(await titles('payment', q)).toContain('Юлия Иванова');
  });

  test('is found by its number, however it is typed', async () => {
    const [newest] = await payments();
    const [, year, serial] = newest?.number.split('-') ?? [];
    for (const q of [newest?.number, `pay ${year} ${serial}`, `PAY-${year}-${Number(serial)}`]) {
      const { output } = await app.call(search, { query: { q: q ?? '' } }, { token: anna.token });
      expect(output.Groups).toMatchObject([
        { kind: 'payment', items: [{ id: newest?.id, detail: newest?.number }] },
      ]);
    }
  });

  test('is not found by the middle of a word, or by digits inside an account', async () => {
    expect(await titles('payment', 'ванова')).toEqual([]);
    expect(await titles('payment', '2005')).toEqual([]);
    expect(await titles('payment', 'pay')).toEqual([]);
  });

  const payments = async () =>
    (
      await app.database.pool.query<{ id: string; number: string }>(
        'select id, number from transactions.transaction where client_id = $1 order by id desc',
        [anna.clientId],
      )
    ).rows;
});

test('the others are found by name, account, digits and amount', async () => {
  expect(await found('rhein')).toEqual([['payee', 'Rheinwerk Verlag']]);
  expect(await found('mueller')).toEqual([['payee', 'Müller & Söhne']]);
  expect(await found('sohne muller')).toEqual([['payee', 'Müller & Söhne']]);
  expect(await titles('payee', 'DE42 2005 0550')).toEqual(['Müller & Söhne']);
  expect(await titles('payee', 'ю')).toEqual(['Юлия Иванова']);
  expect(await titles('account', 'mai')).toEqual(['Main']);
  expect(await titles('account', anna.account.iban?.slice(-4) ?? '')).toEqual(['Main']);
  expect(await titles('account', 'eur')).toEqual(['Main']);
  expect(await found('4471')).toEqual([['card', 'Travel']]);
  expect(await titles('card', 'office 1205')).toEqual(['Office']);
  expect(await titles('request', '450')).toEqual(['Boris Kask']);
  expect(await titles('request', 'logo')).toEqual(['Boris Kask']);
});

test('help articles are found in the language of the call', async () => {
  const titlesIn = async (language: string, q: string) => {
    const headers = { 'accept-language': language };
    const { output } = await app.call(search, { query: { q } }, { token: anna.token, headers });
    return output.Groups.filter(({ kind }) => kind === 'article').flatMap(({ items }) =>
      items.map(({ id }) => id),
    );
  };
  expect(await titlesIn('en', 'cooling off')).toContain('cooling-off');
  expect(await titlesIn('ru', 'потеряли карту')).toContain('card-lost');
});

async function addDocument(name: string): Promise<void> {
  await app.database.pool.query(
    `insert into documents.document (id, client_id, person_id, file_name, media_type, size_bytes, content, sealed, purpose, kind, about, search)
     values ($1, $2, $3, $4, 'application/pdf', 1, '', true, 'test', 'PAYEE', 'Rheinwerk', platform.search_text($4))`,
    [newId(), anna.clientId, await personOf(anna.clientId), name],
  );
}

test('a document is found by its name', async () => {
  await addDocument('Договор-Rheinwerk.pdf');
  expect(await titles('document', 'dogovor')).toEqual(['Договор-Rheinwerk.pdf']);
  expect(await titles('document', 'rhein')).toEqual(['Договор-Rheinwerk.pdf']);
});

test('special characters of patterns and queries are matched literally', async () => {
  for (const q of ['%', '_', '\\', "'", '% %', '***', '"', "' or true --", '\u{1f600}', 'a'.repeat(100)])
    expect(await found(q), q).toEqual([]);
});

test('a text that is empty or too long is refused', async () => {
  for (const q of ['', '   ', 'a'.repeat(101)])
    expect((await app.call(search, { query: { q } }, { token: anna.token })).status, q).toBe(400);
});

test('five of each come, with the sign that there are more, and how far it looked', async () => {
  const busy = await createPayer(app, { fundedMinor: 0n });
  const { pool } = app.database;
  // Older than the oldest searched one.
  await pool.query(
    `insert into transactions.transaction (id, number, client_id, account_id, direction, scheme, status, version, currency,
       amount_minor, fee_minor, reference, charge_bearer, end_to_end_id, debtor_name, debtor_account, creditor_name, creditor_account,
       account_name, created_at, updated_at)
     select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || '8' || substr(md5(n::text), 1, 15))::uuid,
       transactions.number_of(nextval('transactions.number'), at), $1, $2, 'DEBIT', 'SEPA', 'EXECUTED', 1, 'EUR', 100, 0,
       case when n = 1 then 'Oldest' else 'Invoice' end, 'SHA', 'E' || n, 'Anna Tamm', 'EE1', 'Bakery', 'DE1', 'Main', at, at
     from generate_series(1, 3500) as n, lateral (select timestamptz '2026-01-01' + n * interval '1 minute') as t (at)`,
    [busy.clientId, busy.account.id],
  );
  const groups = async (q: string) =>
    (await app.call(search, { query: { q } }, { token: busy.token })).output.Groups;
  const [many] = await groups('bakery');
  expect(many).toMatchObject({ kind: 'payment', hasMore: true, lookedBackTo: null });
  expect(many?.items).toHaveLength(5);
  expect(await groups('oldest')).toMatchObject([
    { kind: 'payment', items: [], hasMore: false, lookedBackTo: '2026-01-01T08:21:00.000Z' },
  ]);
});

test('another client finds none of it', async () => {
  const boris = await createPayer(app, { firstName: 'Boris', fundedMinor: 0n });
  await addDocument('Kask.pdf');
  const { rows } = await app.database.pool.query<{ reference: string }>(
    'select reference from requests.request where client_id = $1',
    [anna.clientId],
  );
  const reference = rows[0]?.reference ?? '';
  expect(await titles('request', reference)).toEqual(['Boris Kask']);
  const typed = [anna.account.iban ?? '', anna.account.number, reference, 'Kask', '4471', 'rhein', 'юлия'];
  for (const q of typed) {
    expect(await found(q), q).not.toEqual([]);
    expect(await found(q, boris.token), q).toEqual([]);
  }
});

test('an incoming payment is named after its sender, a payee by their name', async () => {
  expect(await titles('payment', 'employer')).toEqual(['Employer AS']);
  const { output } = await app.call(search, { query: { q: 'rhein' } }, { token: anna.token });
  expect(output.Groups.find(({ kind }) => kind === 'payee')?.items).toMatchObject([{ direction: 'DEBIT' }]);
});

test('what is closed comes last, a payee that is gone not at all, and exactly five are not more', async () => {
  const { clientId, token } = await createPayer(app, { firstName: 'Clara', fundedMinor: 0n });
  const { pool } = app.database;
  const accounts = await twoAccountsOf(app, { clientId });
  await pool.query("update accounts.account set status = 'CLOSED', closed_at = now() where id = $1", [
    accounts[0].id,
  ]);
  const holder = { clientId, holderId: await personOf(clientId) };
  await addCard(app.database, holder, { fundedMinor: 0n, name: 'Trips east', lastFour: '1111' });
  const { card } = await addCard(app.database, holder, {
    fundedMinor: 0n,
    name: 'Trips west',
    lastFour: '2222',
  });
  await pool.query("update cards.card set status = 'CLOSED', closed_at = now() where id = $1", [card.id]);
  const payees = [];
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
    payees.push(await addPayee(app, clientId, { name: `Oak ${name}` }));
  await pool.query("update beneficiaries.beneficiary set status = 'DELETED' where id = $1", [payees[0]?.id]);
  const groups = async (q: string) => (await app.call(search, { query: { q } }, { token })).output.Groups;
  const [byCurrency] = (await groups('eur')).filter(({ kind }) => kind === 'account');
  expect(byCurrency?.items.map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE', 'CLOSED']);
  expect((await groups('trips'))[0]?.items.map(({ title }) => title)).toEqual(['Trips east', 'Trips west']);
  const [oaks] = await groups('oak');
  expect(oaks).toMatchObject({ kind: 'payee', hasMore: false });
  expect(oaks?.items.map(({ title }) => title).sort()).toEqual(
    ['Five', 'Four', 'Six', 'Three', 'Two'].map((name) => `Oak ${name}`),
  );
});

test('a colleague’s searches do not count against a person', async () => {
  const { boris, maria } = await createFirm(app, 0n);
  const ask = async (token: string) => (await app.call(search, { query: { q: 'hansa' } }, { token })).status;
  let last = 200;
  for (let call = 0; call < 400 && last === 200; call += 1) last = await ask(boris.companyToken);
  expect([last, await ask(maria.companyToken)]).toEqual([429, 200]);
});

test('one person searches 120 times a minute at most', async () => {
  const { token } = await createPayer(app, { fundedMinor: 0n });
  const statuses: number[] = [];
  for (let call = 0; call < 400 && !statuses.includes(429); call += 1)
    statuses.push((await app.call(search, { query: { q: 'a' } }, { token })).status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(120);
  expect(statuses.at(-1)).toBe(429);
  expect(await titles('payee', 'rhein')).toEqual(['Rheinwerk Verlag']);
});
