/** Cooling-off over HTTP (reliability D8): what a change of the access does to payments, and what it leaves alone. */
import type { Challenge } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addPasskey, chooseMethod } from '@calmly/server/test/support/attackers/factors.ts';
import {
  addPayee,
  codeIn,
  createPayer,
  openAnotherAccount,
  type Payer,
} from '@calmly/server/test/support/clients/payments.ts';
import { type Browser, createBrowser } from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { allowanceShare, smallPayment } from './policy.ts';

let app: TestApp;
let payer: Payer;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  payer = await createPayer(app);
  browser = createBrowser(app.url);
  browser.token = payer.token;
});
afterAll(() => app.close());

/** In which ways a payment may be confirmed, the first being asked for. */
async function waysTo(beneficiaryId: string, amount = '60.00'): Promise<readonly string[]> {
  const { body } = await payer.pay({ beneficiaryId, amount });
  return (body as { detail: Challenge }).detail.methods;
}

/** As if everything had happened so long ago. */
async function letPass(hours: number): Promise<void> {
  await query`update identity.passkey set created_at = created_at - ${`${hours} hours`}::interval`.execute(
    app.database.sql,
  );
}

test('after a new passkey only the older way confirms a larger payment to a newer payee; a day later both do', async () => {
  const known = await addPayee(app, payer.clientId);
  await addPasskey(browser);
  const added = await addPayee(app, payer.clientId, { iban: 'DE89370400440532013000' });
  expect(await waysTo(known.id), 'the payee was there before').toEqual(['passkey', 'email']);
  expect(await waysTo(added.id, '50.00'), 'a small payment').toEqual(['passkey', 'email']);
  expect(await waysTo(added.id)).toEqual(['email']);
  await letPass(24);
  expect(await waysTo(added.id), 'the control').toEqual(['passkey', 'email']);
});

test('the way cannot be changed, and the older one pays', async () => {
  await addPasskey(browser);
  const added = await addPayee(app, payer.clientId);
  const idempotencyKey = newId();
  const order = { beneficiaryId: added.id, amount: '60.00' };
  const asked = await payer.pay(order, { idempotencyKey });
  const { detail } = asked.body as { detail: Challenge };
  expect((await chooseMethod(browser, detail, 'passkey')).status).toBe(400);
  expect((await payer.pay(order, { idempotencyKey, code: codeIn(asked.body) })).status).toBe(201);
});

test('a payee whose account was changed, and a client of ours who is no payee, are new', async () => {
  const known = await addPayee(app, payer.clientId);
  const other = await createPayer(app, { firstName: 'Boris' });
  await addPasskey(browser);
  const path = `/beneficiaries/${known.id}`;
  const body = { bank_details: [{ iban: 'DE89370400440532013000', currency: 'EUR' }] };
  const asked = await browser.send('PUT', path, { body });
  await chooseMethod(browser, (asked.body as { detail: Challenge }).detail, 'email');
  const mailed = await browser.send('PUT', path, { body });
  const code = codeIn(mailed.body);
  expect((await browser.send('PUT', path, { body, headers: { 'x-tfa-code': code } })).status).toBe(200);
  expect(await waysTo(known.id)).toEqual(['email']);
  const inside = await payer.pay({ creditorAccount: other.account.number, amount: '60.00' });
  expect((inside.body as { detail: Challenge }).detail.methods).toEqual(['email']);
});

test('where no older way is left the payment waits, and says for how long', async () => {
  await query`
    update identity.person set email_changed_at = now() - interval '3 hours'
    where id = (select holder_id from identity.client where id = ${payer.clientId})
  `.execute(app.database.sql);
  const added = await addPayee(app, payer.clientId);
  const refused = await payer.pay({ beneficiaryId: added.id, amount: '60.00' });
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'cooling_off' }]);
  expect(refused.text).toContain('in 21 hours');
  expect((await payer.payWithCode({ beneficiaryId: added.id, amount: '50.00' })).status).toBe(201);
});

test('the mail about the new passkey says so', async () => {
  await addPasskey(browser);
  const { rows } = await query<{ text: string }>`
    select text from outbox.message where text like '%passkey “Laptop” was added%' order by at desc limit 1
  `.execute(app.database.sql);
  expect(rows[0]?.text).toContain('For 24 hours, larger payments to payees added or changed from now on');
});

/** Sets the clock of a change of the person's e-mail, or of their password. */
const changed = (column: 'email_changed_at' | 'password_reset_at', hoursAgo: number) =>
  query`
    update identity.person set ${query.raw(column)} = now() - ${hoursAgo} * interval '1 hour'
    where id = (select holder_id from identity.client where id = ${payer.clientId})
  `.execute(app.database.sql);

test('money between own accounts needs no code on such a day either', async () => {
  await changed('email_changed_at', 3);
  const savings = await openAnotherAccount(app, payer.clientId);
  const moved = await payer.pay({ creditorAccount: savings.number, amount: '500.00' });
  expect(moved.status).toBe(201);
});

/** Takes the strongest factor away after a reset, confirmed with a weaker one. */
async function withoutPasskey(): Promise<string> {
  const { added } = await addPasskey(browser);
  await letPass(48);
  await changed('password_reset_at', 1);
  const { id } = await addPayee(app, payer.clientId);
  expect(await waysTo(id)).toEqual(['passkey']);
  const path = `/factors/${added.factors.factors.find(({ kind }) => kind === 'passkey')?.id}`;
  const asked = await browser.send('DELETE', path);
  await chooseMethod(browser, (asked.body as { detail: Challenge }).detail, 'email');
  const code = codeIn((await browser.send('DELETE', path)).body);
  expect((await browser.send('DELETE', path, { headers: { 'x-tfa-code': code } })).status).toBe(200);
  return id;
}

test('who gives up the strongest factor after a reset waits: a weaker one does not take its place', async () => {
  const beneficiaryId = await withoutPasskey();
  const refused = await payer.pay({ beneficiaryId, amount: '60.00' });
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'cooling_off' }]);
  // The control: what was given up is what stops it.
  await query`delete from identity.lost_factor`.execute(app.database.sql);
  expect(await waysTo(beneficiaryId)).toEqual(['email']);
});

test.each([
  ['EUR', 5_000n],
  ['USD', 5_500n],
  ['GBP', 4_200n],
  ['CHF', 4_800n],
  ['PLN', 21_000n],
  ['CZK', 125_000n],
  ['SEK', 55_000n],
  ['JPY', 8_500n],
  ['KWD', 16_500n],
] as const)(
  '%s: up to about 50 euro no code, and the allowance of such a day ends there',
  (currency, small) => {
    expect(smallPayment(currency)).toBe(small);
    expect(allowanceShare(small, currency)).toBe(5_000n);
    expect(allowanceShare(small + 1n, currency)).toBeGreaterThan(5_000n);
    // The smallest amount takes something too: rounded down, any number of them would be free.
    expect(allowanceShare(1n, currency)).toBe(currency === 'GBP' || currency === 'CHF' ? 2n : 1n);
  },
);
