/** Categories, suggestions and notes over HTTP: who writes them, what is suggested, and what list and export show. */

import {
  type BookkeepingCategory,
  categorise,
  changeNote,
  listActivity,
  listAnnotations,
  listPayments,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addCard, paymentWith, processorOf } from '@calmly/server/test/support/cards.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { newColleague, noRights, problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import { createConfidential } from '@calmly/server/test/support/clients/confidential.ts';
import { createFirm, order } from '@calmly/server/test/support/clients/firm.ts';
import { openPage } from '@calmly/server/test/support/clients/live.ts';
import { writeHistory } from '@calmly/server/test/support/clients/past/history.ts';
import {
  addPayee,
  createPayer,
  hansaIban,
  type Payer,
} from '@calmly/server/test/support/clients/payments.ts';
import { sql as query } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

type Who = { readonly token: string };
const choose = (who: Who, category: BookkeepingCategory | null, ...paymentIds: string[]) =>
  app.call(categorise, { body: { paymentIds, category } }, { token: who.token });
const write = (who: Who, id: string, note: string | null) =>
  app.call(changeNote, { params: { id }, body: { note } }, { token: who.token });
const read = async (who: Who, ...ids: string[]) =>
  (await app.call(listAnnotations, { query: { paymentIds: ids.join(',') } }, { token: who.token })).output
    .items;
const listed = async (who: Who, filter: object) =>
  (await app.call(listPayments, { query: filter }, { token: who.token })).output.Items.map(({ id }) => id);

async function paid(payer: Payer, beneficiaryId: string): Promise<string> {
  return (await payer.payWithCode({ beneficiaryId, amount: '1.00' })).output.id;
}

describe('a category', () => {
  test('is suggested from the newest of the same payee, and is no choice until a person makes it', async () => {
    const payer = await createPayer(app);
    const hansa = await addPayee(app, payer.clientId, { trusted: true });
    const [first, second, third] = [
      await paid(payer, hansa.id),
      await paid(payer, hansa.id),
      await paid(payer, hansa.id),
    ];
    expect(await read(payer, first)).toMatchObject([{ category: null, suggestion: null, canChange: true }]);

    await choose(payer, 'RENT', first);
    const suggested = { category: null, suggestion: { category: 'RENT', source: 'PAYEE' } };
    expect(await read(payer, first, second)).toMatchObject([
      { paymentId: first, category: 'RENT', suggestion: null },
      { paymentId: second, ...suggested },
    ]);
    // Nothing was stored: the filter does not find it.
    expect(await listed(payer, { category: 'RENT' })).toEqual([first]);

    // The newest choice counts, not the newest payment.
    await choose(payer, 'UTILITIES', third);
    await choose(payer, 'SOFTWARE', first);
    expect(await read(payer, second)).toMatchObject([{ suggestion: { category: 'SOFTWARE' } }]);
    // Once it is cleared, the previous one counts again.
    const cleared = await choose(payer, null, first);
    expect(cleared.output.items).toMatchObject([
      { category: null, suggestion: { category: 'UTILITIES', source: 'PAYEE' } },
    ]);
    const { rows } = await query`select from bookkeeping.annotation where transaction_id = ${first}`.execute(
      app.database.sql,
    );
    expect(rows).toHaveLength(0);
  });

  test('is suggested by account where the payee is another entry, and not across clients or directions', async () => {
    const payer = await createPayer(app);
    const other = await createPayer(app, { firstName: 'Boris' });
    const [one, again] = [
      await addPayee(app, payer.clientId, { trusted: true }),
      await addPayee(app, payer.clientId, { trusted: true, name: 'Hansa Logistik GmbH' }),
    ];
    const ofOther = await addPayee(app, other.clientId, { trusted: true });
    await choose(payer, 'HOSTING', await paid(payer, one.id));
    expect(await read(payer, await paid(payer, again.id))).toMatchObject([
      { suggestion: { category: 'HOSTING' } },
    ]);
    expect(await read(other, await paid(other, ofOther.id))).toMatchObject([{ suggestion: null }]);
    const past = { name: 'Hansa GmbH', account: hansaIban, at: new Date(), amount: 100 };
    const [income = ''] = await writeHistory(app, payer, [{ ...past, direction: 'CREDIT' }]);
    expect(await read(payer, income)).toMatchObject([{ suggestion: null }]);
  });

  test('of a card payment is suggested from its merchant, then from the shop’s earlier ones', async () => {
    const person = await newClient(app);
    const { card } = await addCard(app.database, {
      clientId: person.clientId,
      holderId: person.personId,
    });
    const shop = async () => {
      const { take } = processorOf(app.database);
      return (await take(paymentWith(card).clear('3.00'))).transactionId ?? '';
    };
    const [first, second] = [await shop(), await shop()];
    expect(await read(person, first)).toMatchObject([
      { category: null, suggestion: { category: 'GROCERIES', source: 'MERCHANT' } },
    ]);
    await choose(person, 'RESTAURANTS', first);
    expect(await read(person, second)).toMatchObject([
      { suggestion: { category: 'RESTAURANTS', source: 'PAYEE' } },
    ]);
  });

  test('is set for many at once, or for none of them', async () => {
    const payer = await createPayer(app);
    const hansa = await addPayee(app, payer.clientId, { trusted: true });
    const ids = [await paid(payer, hansa.id), await paid(payer, hansa.id)];
    const stranger = await createPayer(app);
    const refused = await choose(
      payer,
      'TAXES',
      ...ids,
      (await listed(stranger, {})).at(0) ?? stranger.clientId,
    );
    expect(refused.status).toBe(404);
    expect(await listed(payer, { category: 'TAXES' })).toEqual([]);
    expect((await choose(payer, 'TAXES', ...ids, ...ids)).output.items).toHaveLength(2);
    expect(await listed(payer, { category: 'TAXES,SOFTWARE' })).toEqual(ids.toReversed());
    expect(await listed(payer, { category: 'NONE' })).toHaveLength(1);
    expect(await listed(payer, { category: 'NONE,TAXES' })).toHaveLength(3);
    expect((await app.call(listPayments, { query: { category: 'TEA' } }, payer)).status).toBe(400);
  });

  test('chosen by two people for the same payments at once, in another order, is the one of the last', async () => {
    const payer = await createPayer(app);
    const hansa = await addPayee(app, payer.clientId, { trusted: true });
    const ids = [await paid(payer, hansa.id), await paid(payer, hansa.id), await paid(payer, hansa.id)];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        choose(payer, at % 2 ? 'RENT' : 'OTHER', ...(at % 2 ? ids : ids.toReversed())),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set((await read(payer, ...ids)).map(({ category }) => category)).size).toBe(1);
  });
});

describe('a note', () => {
  test('is clean text of 500 characters, is read by colleagues and leaves no row when it is cleared', async () => {
    const payer = await createPayer(app);
    const hansa = await addPayee(app, payer.clientId, { trusted: true });
    const id = await paid(payer, hansa.id);
    const send = (Note: string) =>
      fetch(`${app.url}/api/bookkeeping/notes/${id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${payer.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ Note }),
      });
    const words = 'Credit note due '.padEnd(500, 'x');
    expect(
      ((await (await send(`  ${words.replace(' ', ' \u202E')} `)).json()) as { Note: string }).Note,
    ).toBe(words);
    for (const bad of [`${words}x`, '', ' ', 'a\u0000b', 'one\ntwo'])
      expect((await send(bad)).status).toBe(400);
    // A category and a note do not overwrite each other.
    await choose(payer, 'GOODS', id);
    expect((await write(payer, id, 'Paid twice')).output).toMatchObject({
      category: 'GOODS',
      note: 'Paid twice',
    });
    expect((await write(payer, id, null)).output).toMatchObject({ category: 'GOODS', note: null });
    await write(payer, id, 'Paid twice');
    await choose(payer, null, id);
    expect(await read(payer, id)).toMatchObject([{ category: null, note: 'Paid twice' }]);
  });

  test('and category are in both exports, and the activity names them', async () => {
    const firm = await createFirm(app);
    const boris = { token: firm.boris.companyToken };
    const { id, number } = (await order(app, firm, firm.boris)).output;
    await choose(boris, 'MARKETING', id);
    await write(boris, id, '=Stand at the fair');
    const file = async (format: string, locale: string) => {
      const answer = await fetch(
        `${app.url}/api/transactions/export?format=${format}&locale=${locale}&category=MARKETING`,
        { headers: { authorization: `Bearer ${boris.token}` } },
      );
      return Buffer.from(await answer.arrayBuffer());
    };
    const [heads = [], row = [], ...others] = await readSheet(await file('xlsx', 'en'));
    const cells = Object.fromEntries(heads.map((head, at) => [String(head), row[at]]));
    expect(others).toEqual([]);
    expect(cells).toMatchObject({ Category: 'Marketing', Note: '=Stand at the fair', Receipts: null });
    const csv = (await file('csv', 'ru')).toString();
    expect(csv).toContain(`"Категория","Заметка","Чеки","Файлы чеков"`);
    // A formula is inert in a spreadsheet.
    expect(csv).toContain(`"Реклама","'=Stand at the fair","",""`);
    const { Items } = (await app.call(listActivity, { query: { limit: 10 } }, boris)).output;
    expect(JSON.stringify(Items)).toContain(`Category of ${number}: Marketing`);
    expect(JSON.stringify(Items)).toContain(`Note on ${number} changed`);
  });
});

describe('rights', () => {
  test('people who may view statements or make such payments can write, others only read; strangers find nothing', async () => {
    const firm = await createFirm(app);
    const { companyId } = firm;
    const { id } = (await order(app, firm, firm.boris)).output;
    const accountant = await newColleague(
      app,
      { companyId },
      { rights: { ...noRights, can_view_statements: true } },
    );
    const viewer = await newColleague(app, { companyId }, { rights: noRights });
    const payer = await newColleague(
      app,
      { companyId },
      { rights: { ...noRights, can_request_trans: true } },
    );
    expect((await choose(accountant, 'GOODS', id)).status).toBe(200);
    expect((await write(payer, id, 'For stock')).status).toBe(200);
    expect(await read(viewer, id)).toMatchObject([
      { category: 'GOODS', note: 'For stock', canChange: false },
    ]);
    expect(problemOf(await choose(viewer, 'RENT', id))).toBe('bookkeeping_right_missing');
    expect(problemOf(await write(viewer, id, 'No'))).toBe('bookkeeping_right_missing');
    const stranger = await createPayer(app);
    expect(await read(stranger, id)).toEqual([]);
    expect([(await choose(stranger, 'RENT', id)).status, (await write(stranger, id, 'x')).status]).toEqual([
      404, 404,
    ]);
    expect(await read(accountant, id)).toMatchObject([{ category: 'GOODS', note: 'For stock' }]);
  });

  test('the person who ordered a payment can annotate it, even without any right', async () => {
    const firm = await createFirm(app);
    const { id } = (await order(app, firm, firm.clara)).output;
    await query`
      update identity.membership set can_request_trans = false, can_view_statements = false
      where client_id = ${firm.companyId} and person_id = ${firm.clara.personId}`.execute(app.database.sql);
    const clara = { token: firm.clara.companyToken };
    expect((await write(clara, id, 'For stock')).status).toBe(200);
    expect(await read(clara, id)).toMatchObject([{ note: 'For stock', canChange: true }]);
    const other = (await order(app, firm, firm.boris)).output.id;
    expect(problemOf(await write(clara, other, 'No'))).toBe('bookkeeping_right_missing');
  });

  // Control: if `findSuggested` always uses both levels, Otto is offered SALARIES.
  test('what is written on a confidential payout is read and suggested only where it is seen', async () => {
    const world = await createConfidential(app);
    const boris = { token: world.boris.companyToken };
    const otto = { token: world.otto.companyToken };
    const all = (await app.call(listPayments, { query: { limit: 100 } }, boris)).output.Items;
    const salary = all.find(({ isConfidential, beneficiaryId }) => isConfidential && beneficiaryId);
    const bonus = all.find((row) => row.isConfidential && row.counterpartyName === 'Hansa GmbH');
    if (!salary || !bonus) throw new Error('the payout has no rows');
    for (const { id } of [salary, bonus]) {
      await choose(boris, 'SALARIES', id);
      await write(boris, id, 'Yearly bonus');
    }
    expect(await read(boris, bonus.id)).toMatchObject([{ category: 'SALARIES', note: 'Yearly bonus' }]);
    expect(await read(otto, bonus.id, salary.id)).toEqual([]);
    expect((await write(otto, bonus.id, 'x')).status).toBe(404);
    expect(await listed(otto, { category: 'SALARIES' })).toEqual([]);
    // An ordinary payment to the same payee: nothing from the payout is suggested.
    const { id } = (await order(app, world, world.boris)).output;
    for (const who of [boris, otto])
      expect(await read(who, id)).toMatchObject([{ category: null, suggestion: null }]);
    // The line of the payout cannot be annotated.
    const [line] = (await app.call(listPayments, { query: { limit: 100 } }, otto)).output.Items.filter(
      ({ maskOf }) => maskOf !== null,
    );
    expect(await read(otto, line?.id ?? '')).toMatchObject([
      { category: null, suggestion: null, note: null, receiptMissing: false, canChange: false },
    ]);
    expect(problemOf(await choose(otto, 'RENT', line?.id ?? ''))).toBe('confidential_right_missing');
  });
});

test('a category and a note show on the client’s open pages at once', async () => {
  const payer = await createPayer(app);
  const past = { name: 'Hansa GmbH', account: hansaIban, at: new Date(), amount: 100 };
  const [id = ''] = await writeHistory(app, payer, [past]);
  const page = await openPage(app, payer);
  expect(await page.heardDuring(() => choose(payer, 'RENT', id))).toContain('payments');
  expect(await page.heardDuring(() => write(payer, id, 'Paid twice'))).toContain('payments');
  page.close();
});

test('a suggestion is found by an index, whatever is stored', async () => {
  await query`
    insert into bookkeeping.annotation (transaction_id, client_id, direction, counterparty, is_confidential, category, categorised_at, categorised_by)
    select gen_random_uuid(), gen_random_uuid(), 'DEBIT', 'account EE' || n, false, 'RENT', now(), gen_random_uuid()
    from generate_series(1, 20000) as n`.execute(app.database.sql);
  await query`analyze bookkeeping.annotation`.execute(app.database.sql);
  const { rows } = await query<{ 'QUERY PLAN': string }>`
    explain select category from bookkeeping.annotation where client_id = ${crypto.randomUUID()} and counterparty = 'account EE7'
      and direction = 'DEBIT' and is_confidential = false and category is not null
    order by categorised_at desc, transaction_id desc limit 1`.execute(app.database.sql);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index.*annotation_by_counterparty/);
});
