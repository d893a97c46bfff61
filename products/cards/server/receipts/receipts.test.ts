/** Receipts over HTTP: attached, missing, overdue; cards locked without them and unlocked with the last one. */
import {
  activateCard,
  attachReceipt,
  type CardReceiptRulesInput,
  changeReceiptRules,
  getCard,
  getDocument,
  getReceipt,
  listActivity,
  listCardTransactions,
  listNotifications,
  listReceipts,
  removeReceipt,
  replaceCard,
  setPin,
  unblockCard,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { awaitBlocked } from '@calmly/server/test/support/blocked.ts';
import {
  addCard,
  lookAtCards,
  paymentWith,
  processorOf,
  type TestCard,
} from '@calmly/server/test/support/cards.ts';
import { newClient, type Person, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { callWithCode, problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import { createFirm, type Firm } from '@calmly/server/test/support/clients/firm.ts';
import { systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { pageObjects, pdfOf, picture } from '@calmly/server/test/support/files/files.ts';
import { hostileFiles } from '@calmly/server/test/support/files/hostile/hostile-files.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertCard, lockCard } from '../card-store.ts';
import { cardsTask } from '../lifecycle/schedule.ts';
import { lockOrUnlock } from './lock.ts';

let bank: TestApp;
let anna: Person & SignedIn;
let firm: Firm;
let processor: ReturnType<typeof processorOf>;
beforeAll(async () => {
  bank = await startTestApp({ jobs: true });
  anna = await newClient(bank);
  firm = await createFirm(bank);
  processor = processorOf(bank.database);
});
afterAll(() => bank.close());

const pdf = pdfOf(pageObjects());
type Who = { readonly token: string };
const attach = (who: Who, id: string, file: Buffer = pdf, fileName = 'receipt.pdf') =>
  bank.call(attachReceipt, { params: { id }, body: { fileName, content: file.toString('base64') } }, who);
const read = async (who: Who, id: string) => (await bank.call(listReceipts, { params: { id } }, who)).output;
const remove = (who: Who, id: string, documentId: string) =>
  bank.call(removeReceipt, { params: { id, documentId } }, who);
const setRules = (who: Who, rules: Partial<CardReceiptRulesInput> = {}) =>
  bank.call(
    changeReceiptRules,
    { body: { ask: 'ALWAYS', above: null, lockAfterDays: 3, ...rules } },
    { token: who.token },
  );
const cardOf = async (who: Who, id: string) => (await bank.call(getCard, { params: { id } }, who)).output;
const missingOf = async (who: Who, id: string) =>
  (await bank.call(listCardTransactions, { params: { id }, query: { receipt: 'MISSING' } }, who)).output
    .Items;
const noticesOf = async (who: Who) =>
  (await bank.call(listNotifications, { query: { limit: 50 } }, who)).output.Items;

/** A separate client with a card, who requires receipts. */
async function asked(rules: Partial<CardReceiptRulesInput> = {}) {
  const person = await newClient(bank);
  const held = await addCard(bank.database, { clientId: person.clientId, holderId: person.personId });
  await setRules(person, rules);
  return { ...person, ...held };
}

async function pay({ card }: Pick<TestCard, 'card'>, amount = '10.00', collect = true): Promise<string> {
  const paid = paymentWith(card);
  const { transactionId } = await processor.decide(paid.ask(amount));
  if (collect) await processor.take(paid.clear(amount));
  return transactionId ?? '';
}

/**
 * Moves payments and their client's rule into the past. First waits for the calendar's run after the change of the rule, which would otherwise lock
 * the card too early, or record the next check of a payment that is being moved.
 */
async function ago(clientId: string, days: number): Promise<void> {
  await until(
    async () =>
      (
        await query`select from graphile_worker.jobs where task_identifier = ${cardsTask}
          and (locked_at is not null or run_at <= now())`.execute(bank.database.sql)
      ).rows.length,
    (looks) => looks === 0,
  );
  await query`update cards.receipt_rule set counted_from = counted_from - ${days}::int where client_id = ${clientId}`.execute(
    bank.database.sql,
  );
  await query`update cards.authorization set day = day - ${days}::int, receipt_look_on = receipt_look_on - ${days}::int
    where card_id in (select id from cards.card where client_id = ${clientId})`.execute(bank.database.sql);
}
const look = () => lookAtCards(bank);
const today = async () => {
  const found: { day?: string } = {};
  await systemWork(bank.database, async (work) => {
    found.day = await businessDay(work);
  });
  return found.day ?? '';
};

describe('files', () => {
  test('three PDFs and pictures are attached, read and removed by who sees the row, and no fourth', async () => {
    const held = await addCard(bank.database, { clientId: anna.clientId, holderId: anna.personId });
    const id = await pay(held);
    const jpeg = await picture('jpeg');
    const made = [await attach(anna, id), await attach(anna, id, jpeg, 'photo.png'), await attach(anna, id)];
    expect(made.map(({ status, output }) => [status, output.fileName])).toEqual([
      [201, 'receipt.pdf'],
      [201, 'photo.jpg'],
      [201, 'receipt.pdf'],
    ]);
    expect(problemOf(await attach(anna, id))).toBe('receipts_full');
    const { items, status, canChange } = await read(anna, id);
    expect([status, canChange, items.map((each) => each.id)]).toEqual([
      'ATTACHED',
      true,
      made.map(({ output }) => output.id),
    ]);
    const documentId = made[0]?.output.id ?? '';
    const file = (await bank.call(getReceipt, { params: { id, documentId } }, anna)).output;
    expect(Buffer.from(file.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');

    expect((await remove(anna, id, documentId)).status).toBe(204);
    expect((await remove(anna, id, documentId)).status).toBe(404);
    for (const gone of [
      await bank.call(getReceipt, { params: { id, documentId } }, anna),
      await bank.call(getDocument, { params: { id: documentId } }, anna),
    ])
      expect(gone.status).toBe(404);
    expect((await read(anna, id)).items).toHaveLength(2);
  });

  test('of two at once that would be the third, one is kept', async () => {
    const held = await addCard(bank.database, { clientId: anna.clientId, holderId: anna.personId });
    const id = await pay(held);
    for (const _ of [1, 2]) await attach(anna, id);
    const answers = await Promise.all([attach(anna, id), attach(anna, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await read(anna, id)).items).toHaveLength(3);
  });

  test('a hostile file is refused by field, and leaves the receipt missing', async () => {
    const person = await asked();
    const id = await pay(person);
    for (const { bytes } of (await hostileFiles()).filter((_, place) => place % 60 === 0)) {
      const refused = await attach(person, id, bytes);
      expect([refused.status, refused.body]).toMatchObject([400, { detail: [{ field: 'FileBody' }] }]);
    }
    expect(await read(person, id)).toMatchObject({ status: 'MISSING', items: [] });
  });

  test('another client finds neither the row nor the file, and a file of another row is not found', async () => {
    const held = await addCard(bank.database, { clientId: anna.clientId, holderId: anna.personId });
    const [id, other] = [await pay(held), await pay(held)];
    const documentId = (await attach(anna, id)).output.id;
    const stranger = await newClient(bank);
    const statuses = [
      await attach(stranger, id),
      await remove(stranger, id, documentId),
      await bank.call(listReceipts, { params: { id } }, stranger),
      await bank.call(getReceipt, { params: { id, documentId } }, stranger),
      await bank.call(getReceipt, { params: { id: other, documentId } }, anna),
      await remove(anna, other, documentId),
    ].map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect((await read(anna, id)).items).toHaveLength(1);
  });
});

describe('rights', () => {
  test('the holder attaches without a right, others with the right to change cards; who sees the row reads it', async () => {
    const { companyId: clientId, boris, maria, clara } = firm;
    const as = ({ companyToken: token }: typeof boris) => ({ token });
    const ofClara = await pay(await addCard(bank.database, { clientId, holderId: clara.personId }));
    const ofMaria = await pay(await addCard(bank.database, { clientId, holderId: maria.personId }));
    expect((await attach(as(clara), ofClara)).status).toBe(201);
    const { id: documentId } = (await attach(as(boris), ofMaria)).output;
    expect(await read(as(clara), ofMaria)).toMatchObject({ canChange: false, items: [{ id: documentId }] });
    const file = { params: { id: ofMaria, documentId } };
    expect((await bank.call(getReceipt, file, as(clara))).status).toBe(200);
    expect(problemOf(await attach(as(clara), ofMaria))).toBe('card_right_missing');
    expect(problemOf(await remove(as(clara), ofMaria, documentId))).toBe('card_right_missing');
    // Only administrators may change the rule.
    expect(problemOf(await setRules(as(clara)))).toBe('boss_needed');
    expect((await setRules(as(boris))).status).toBe(200);
  });
});

describe('a missing receipt', () => {
  test('is one of a held or collected payment above the amount, made after the client began to ask', async () => {
    const person = await newClient(bank);
    const held = await addCard(bank.database, { clientId: person.clientId, holderId: person.personId });
    await pay(held, '30.00');
    await setRules(person, { ask: 'ABOVE', above: '20.00' });
    const collected = await pay(held, '20.01');
    const small = await pay(held, '20.00');
    const pending = await pay(held, '21.00', false);
    const declined = await pay(held, '900.00', false);
    await processor.take(paymentWith(held.card).refund('50.00'));
    expect((await missingOf(person, held.card.id)).map(({ id }) => id)).toEqual([pending, collected]);
    expect(await cardOf(person, held.card.id)).toMatchObject({ receiptsMissing: 2 });
    expect(await read(person, small)).toMatchObject({ status: 'NOT_NEEDED', dueOn: null });
    expect((await read(person, declined)).status).toBe('NOT_NEEDED');
    expect(await read(person, collected)).toMatchObject({
      status: 'MISSING',
      dueOn: addDays(await today(), 3),
    });
    await attach(person, collected);
    expect((await missingOf(person, held.card.id)).map(({ id }) => id)).toEqual([pending]);
    await setRules(person, { ask: 'NEVER' });
    expect(await cardOf(person, held.card.id)).toMatchObject({ receiptsMissing: 0 });
    expect((await setRules(person, { ask: 'ABOVE' })).status).toBe(400);
  });

  test('brings a notice a day after the payment and one on its last day, each once', async () => {
    const person = await asked();
    const id = await pay(person);
    const kinds = async () =>
      (await noticesOf(person)).filter(({ subjectId }) => subjectId === id).map(({ kind }) => kind);
    for (const expected of [1, 1, 2]) {
      await ago(person.clientId, 1);
      await look();
      await look();
      await until(kinds, (found) => found.length === expected);
    }
    expect(await kinds()).toEqual(['card_receipt_due', 'card_receipt_missing']);
    expect((await cardOf(person, person.card.id)).status).toBe('ACTIVE');
  });

  test('locks the card when it is overdue, and the last overdue one that is attached unlocks it at once', async () => {
    const person = await asked();
    const overdue = [await pay(person), await pay(person)];
    await ago(person.clientId, 4);
    const recent = await pay(person);
    await look();
    expect(await cardOf(person, person.card.id)).toMatchObject({
      status: 'LOCKED',
      lock: 'receipts_missing',
      receiptsMissing: 3,
    });
    expect(await processor.decide(paymentWith(person.card).ask('1.00'))).toMatchObject({
      declineReason: 'card_locked',
    });
    const first = await attach(person, overdue[0] ?? '');
    expect((await cardOf(person, person.card.id)).status).toBe('LOCKED');
    expect(await read(person, overdue[1] ?? '')).toMatchObject({ status: 'MISSING', isOverdue: true });
    const last = await attach(person, overdue[1] ?? '');
    expect([first.status, last.status]).toEqual([201, 201]);
    expect(await cardOf(person, person.card.id)).toMatchObject({ status: 'ACTIVE', lock: null });
    expect(await processor.decide(paymentWith(person.card).ask('1.00'))).toMatchObject({ approved: true });
    expect((await read(person, recent)).status).toBe('MISSING');
    // Without its receipt it is overdue again.
    await remove(person, overdue[1] ?? '', last.output.id);
    expect((await cardOf(person, person.card.id)).status).toBe('LOCKED');
    await until(
      async () => (await noticesOf(person)).map(({ kind }) => kind).filter((kind) => kind.endsWith('locked')),
      (kinds) => kinds.join() === 'card_locked,card_unlocked,card_locked',
    );
    const { Items: records } = (await bank.call(listActivity, { query: {} }, person)).output;
    const said = records.map(({ text }) => text).join();
    for (const part of [
      'locked because receipts are missing',
      'receipts are complete',
      'Receipt attached',
      'Receipt removed',
    ])
      expect(said).toContain(part);
  });

  test('unlocks the card in use, not the one that is sent to renew it', async () => {
    const person = await asked();
    const overdue = await pay(person);
    await insertCard(bank.database.sql, {
      ...person.card,
      id: newId(),
      kind: 'PLASTIC',
      status: 'ORDERED',
      lastFour: '9012',
      replaces: person.card.id,
    });
    await ago(person.clientId, 9);
    await look();
    expect((await cardOf(person, person.card.id)).lock).toBe('receipts_missing');
    await attach(person, overdue);
    expect(await cardOf(person, person.card.id)).toMatchObject({ status: 'ACTIVE', lock: null });
  });

  test('unlocks the card that replaced the one it was paid with', async () => {
    const person = await asked();
    const overdue = await pay(person);
    await ago(person.clientId, 9);
    const id = newId();
    const { sql } = bank.database;
    await query`update cards.card set status = 'CLOSED', closed_at = now() where id = ${person.card.id}`.execute(
      sql,
    );
    await insertCard(sql, { ...person.card, id, lastFour: '9012', replaces: person.card.id });
    await look();
    expect((await cardOf(person, id)).lock).toBe('receipts_missing');
    await attach(person, overdue);
    expect(await cardOf(person, id)).toMatchObject({ status: 'ACTIVE', lock: null });
  });

  test('locks nothing at once when the rule becomes stricter, and an easier rule unlocks', async () => {
    const person = await asked({ lockAfterDays: null });
    await pay(person);
    await ago(person.clientId, 20);
    await look();
    expect((await cardOf(person, person.card.id)).status).toBe('ACTIVE');
    await setRules(person, { lockAfterDays: 1 });
    await look();
    expect((await cardOf(person, person.card.id)).status).toBe('ACTIVE');
    await ago(person.clientId, 2);
    await look();
    expect((await cardOf(person, person.card.id)).status).toBe('LOCKED');
    await setRules(person, { lockAfterDays: null });
    await until(
      () => cardOf(person, person.card.id),
      ({ status }) => status === 'ACTIVE',
    );
  });

  test('a card that a person has blocked stays blocked, and is locked once it is unblocked', async () => {
    const person = await newClient(bank);
    const by = { blockedAt: new Date(), blockedBy: person.personId };
    const owner = { clientId: person.clientId, holderId: person.personId };
    const held = await addCard(bank.database, owner);
    await setRules(person);
    await pay(held);
    await query`update cards.card set status = 'BLOCKED', blocked_at = ${by.blockedAt}, blocked_by = ${by.blockedBy}
      where id = ${held.card.id}`.execute(bank.database.sql);
    await ago(person.clientId, 9);
    await look();
    const { id } = held.card;
    expect((await cardOf(person, id)).status).toBe('BLOCKED');
    // Once unblocked, the next run, which begins at once, locks it.
    expect((await callWithCode(bank, person, unblockCard, { params: { id } })).status).toBe(200);
    await until(
      () => cardOf(person, id),
      ({ lock }) => lock === 'receipts_missing',
    );
  });

  test('keeps a locked card that has expired from being renewed until its receipt is attached', async () => {
    const person = await asked();
    const id = await pay(person);
    await ago(person.clientId, 9);
    await look();
    await query`update cards.card set expires_on = ${addDays(await today(), -1)}::date
      where id = ${person.card.id}`.execute(bank.database.sql);
    await look();
    expect(await cardOf(person, person.card.id)).toMatchObject({
      status: 'EXPIRED',
      lock: 'receipts_missing',
    });
    const renew = () =>
      callWithCode(bank, person, replaceCard, {
        params: { id: person.card.id },
        body: { reason: 'renewal' },
      });
    expect(problemOf(await renew())).toBe('card_locked');
    await attach(person, id);
    expect(await cardOf(person, person.card.id)).toMatchObject({ status: 'EXPIRED', lock: null });
    expect((await renew()).output).toMatchObject({ status: 'ACTIVE', lock: null });
  });

  const setTo = (id: string, status: string, lock: string | null) =>
    query`update cards.card set status = ${status}, lock = ${lock}, blocked_at = ${status === 'BLOCKED' ? new Date() : null},
      blocked_by = case when ${status} = 'BLOCKED' then holder_id end where id = ${id}`.execute(
      bank.database.sql,
    );
  type Asked = Awaited<ReturnType<typeof asked>>;
  test.each<[string, (person: Asked) => Promise<string>]>([
    [
      'a blocked one is replaced by',
      async (person) => {
        await setTo(person.card.id, 'BLOCKED', null);
        const input = { params: { id: person.card.id }, body: { reason: 'lost' } } as const;
        return (await callWithCode(bank, person, replaceCard, input)).output.id;
      },
    ],
    [
      'a new PIN unlocks',
      async (person) => {
        await setTo(person.card.id, 'LOCKED', 'pin_tries');
        const input = { params: { id: person.card.id }, body: { pin: '4827' } };
        expect((await callWithCode(bank, person, setPin, input)).status).toBe(204);
        return person.card.id;
      },
    ],
    [
      'is activated in the place of a locked one',
      async (person) => {
        await setTo(person.card.id, 'LOCKED', 'receipts_missing');
        const next = { ...person.card, id: newId(), kind: 'PLASTIC', status: 'ORDERED' } as const;
        await insertCard(bank.database.sql, { ...next, replaces: person.card.id });
        const input = { params: { id: next.id }, body: { lastFour: next.lastFour } };
        expect((await bank.call(activateCard, input, person)).output).toEqual({ status: 'LOCKED' });
        return next.id;
      },
    ],
  ])('that is overdue locks at once the card that %s', async (_, comeIntoUse) => {
    const person = await asked();
    await pay(person);
    // The run caused by the rule itself is over.
    await look();
    await ago(person.clientId, 9);
    const id = await comeIntoUse(person);
    const found = await until(
      () => cardOf(person, id),
      ({ status }) => status === 'LOCKED',
    );
    expect(found.lock).toBe('receipts_missing');
  });

  test('attached while the card is being locked, it leaves the card unlocked', async () => {
    const person = await asked();
    const id = await pay(person);
    await ago(person.clientId, 9);
    const day = await today();
    const attaching: { answer?: ReturnType<typeof attach> } = {};
    // The lock is decided and not yet committed when the receipt arrives.
    await systemWork(bank.database, async (work) => {
      const card = await lockCard(work.sql, person.card.id);
      if (card) await lockOrUnlock(work, card, day);
      attaching.answer = attach(person, id);
      await awaitBlocked(work.sql);
    });
    expect((await attaching.answer)?.status).toBe(201);
    expect(await cardOf(person, person.card.id)).toMatchObject({ status: 'ACTIVE', lock: null });
  });
});

test('a row that does not exist has no receipts', async () => {
  expect((await attach(anna, newId())).status).toBe(404);
});
