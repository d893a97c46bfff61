/** Cards are issued, listed, sent, activated and replaced, over HTTP. */
import {
  acceptTerms,
  activateCard,
  allRights,
  closeCard,
  getCard,
  getCardOffer,
  getClient,
  issueCard,
  listCards,
  replaceCard,
  termsVersions,
} from '@calmly/contract';
import { advanceBusinessTime, businessDay } from '@calmly/platform/time/business-time.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { lookAtCards, paymentWith, processorOf } from '@calmly/server/test/support/cards.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import {
  type Colleague,
  callWithCode,
  newBoss,
  newColleague,
  noRights,
  problemOf,
} from '@calmly/server/test/support/clients/colleagues.ts';
import {
  createPayer,
  fund,
  openAnotherAccount,
  systemWork,
} from '@calmly/server/test/support/clients/payments.ts';
import { cardOrder, createCardholder, issue, topUp } from '@calmly/server/test/support/issued-cards.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMember, removeMember } from '../../../identity/server/index.ts';

let bank: TestApp;

beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(() => bank.close());

const details = async (who: { token: string }, id: string) =>
  (await bank.call(getCard, { params: { id } }, who)).output;
const offer = async (who: { token: string }) => (await bank.call(getCardOffer, {}, who)).output;

/** A company with an account that has money. */
async function createTeam() {
  const boss = await newBoss(bank);
  const account = await openAnotherAccount(bank, boss.companyId);
  await systemWork(bank.database, (work) => fund(work, account, 100_000n));
  return { boss: { ...boss, account }, account };
}

describe('a new card', () => {
  test('is offered with its price, and needs the terms once', async () => {
    const anna = await createPayer(bank);
    expect(await offer(anna)).toEqual({
      fee: '5.00',
      currency: 'EUR',
      topUpPercent: '1.5',
      termsVersion: '1',
      termsAccepted: false,
      most: 10,
      open: 0,
      numberAtProcessor: false,
      nameOnCard: 'ANNA TAMM',
      approvers: [],
    });
    const without = await callWithCode(bank, anna, issueCard, {
      body: cardOrder(anna.account.number, { termsVersion: undefined }),
    });
    expect([without.status, problemOf(without)]).toEqual([409, 'card_terms_needed']);
    const outdated = await callWithCode(bank, anna, issueCard, {
      body: cardOrder(anna.account.number, { termsVersion: '0' }),
    });
    expect(problemOf(outdated)).toBe('terms_outdated');

    const card = await issue(bank, anna, {
      limits: { perPayment: '50', perDay: null, perWeek: null, perMonth: '200.00', inTotal: null },
    });
    expect(card).toMatchObject({
      kind: 'VIRTUAL',
      status: 'ACTIVE',
      version: 1,
      name: 'Software',
      nameOnCard: 'ANNA TAMM',
      isMine: true,
      available: '0.00',
      hasPin: false,
      delivery: null,
      controls: { limits: { perPayment: '50.00', perMonth: '200.00', perDay: null } },
      usage: { day: '0.00', week: '0.00', month: '0.00', total: '0.00' },
    });
    expect(card.expiry).toMatch(/^\d\d\/\d\d$/);
    expect(await offer(anna)).toMatchObject({ termsAccepted: true, open: 1 });
    expect((await issue(bank, anna, { termsVersion: undefined })).id).not.toBe(card.id);
  });

  test('costs a company 10.00, and only an administrator accepts its terms', async () => {
    const { boss, account } = await createTeam();
    const maria = {
      ...(await newColleague(bank, boss, { rights: { ...allRights, is_boss: false } })),
      account,
    };
    const order = cardOrder(account.number);
    const refused = await callWithCode(bank, maria, issueCard, { body: order });
    expect([refused.status, problemOf(refused)]).toEqual([403, 'boss_needed']);
    expect(await offer(maria)).toMatchObject({ fee: '10.00', most: 200 });
    await bank.call(acceptTerms, { body: { cards: { version: termsVersions.cards, read: true } } }, boss);
    const asked = await callWithCode(bank, maria, issueCard, { body: { ...order, termsVersion: undefined } });
    expect(asked.status).toBe(202);
    expect(await issue(bank, boss, { holderId: maria.personId })).toMatchObject({
      holder: { id: maria.personId, name: 'Maria Kask' },
    });
  });

  test('of a company goes to an active member only', async () => {
    const { boss } = await createTeam();
    const maria = await newColleague(bank, boss, { rights: noRights });
    const stranger = await newClient(bank);
    expect(await issue(bank, boss, { holderId: maria.personId })).toMatchObject({
      holder: { id: maria.personId },
      isMine: false,
    });
    await query`update identity.membership set status = 'SUSPENDED' where person_id = ${maria.personId}`.execute(
      bank.database.sql,
    );
    for (const holderId of [maria.personId, stranger.personId]) {
      const refused = await callWithCode(bank, boss, issueCard, {
        body: cardOrder(boss.account.number, { holderId }),
      });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('active member')]);
    }
  });

  test.each([
    ['a plastic card without an address', { kind: 'PLASTIC', address: undefined }, 'Fill in this field'],
    ['a last day in the past', { validUntil: '2020-01-01' }, 'today or a later date'],
    ['a last day after its expiry', { validUntil: '2099-01-01' }, 'The card itself expires'],
    ['an account that does not exist', { feeAccount: '1' }, 'This account doesn’t exist'],
    [
      'a limit with three decimals',
      { limits: { perPayment: '1.001', perDay: null, perWeek: null, perMonth: null, inTotal: null } },
      '2 decimals',
    ],
  ] as const)('is refused with %s', async (_, change, message) => {
    const anna = await createPayer(bank);
    const refused = await callWithCode(bank, anna, issueCard, {
      body: { ...cardOrder(anna.account.number, change as object), ...change } as never,
    });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(message)]);
  });

  test('is refused without money for the fee, and nothing is left behind', async () => {
    const anna = await createPayer(bank, { fundedMinor: 499n });
    const refused = await callWithCode(bank, anna, issueCard, { body: cardOrder(anna.account.number) });
    expect([refused.status, problemOf(refused)]).toEqual([422, 'insufficient_balance']);
    expect(await offer(anna)).toMatchObject({ open: 0, termsAccepted: false });
  });

  test('is one of ten at most, also for concurrent orders', async () => {
    const anna = await createPayer(bank);
    for (let made = 0; made < 8; made += 1) await issue(bank, anna);
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) =>
        callWithCode(bank, anna, issueCard, { body: cardOrder(anna.account.number, { name }) }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(await offer(anna)).toMatchObject({ open: 10 });
  });
});

describe('who is offered cards', () => {
  const rules = { countries: ['EE'], emails: ['*@bank.example'], always: ['vip@other.example'] };
  test.each([
    ['anna@bank.example', 'EE', true],
    ['ANNA2@bank.example', 'EE', true],
    ['boris@bank.example', 'DE', false],
    ['clara@other.example', 'EE', false],
    ['vip@other.example', 'DE', true],
  ])('%s in %s: %s', async (email, residence, isOffered) => {
    const strict = await startTestApp({ config: { cards: rules } });
    try {
      const anna = await newClient(strict, { email, residence });
      const { output } = await strict.call(getClient, { params: { id: anna.clientId } }, anna);
      expect(output.cardsOffered).toBe(isOffered);
      const account = await openAnotherAccount(strict, anna.clientId);
      await systemWork(strict.database, (work) => fund(work, account, 1_000n));
      const answers = [
        await strict.call(getCardOffer, {}, anna),
        await callWithCode(strict, anna, issueCard, { body: cardOrder(account.number) }),
      ];
      expect(answers.map(problemOf)).toEqual(
        isOffered ? [undefined, undefined] : ['cards_not_offered', 'cards_not_offered'],
      );
    } finally {
      await strict.close();
    }
  });
});

describe('the list', () => {
  test('has groups with counts, newest first, page by page, and another client’s cards do not exist', async () => {
    const { boss } = await createTeam();
    const maria: Colleague = await newColleague(bank, boss, {
      rights: { ...noRights, can_plast_view: true },
    });
    const ofBoss = await issue(bank, boss, { name: 'Boss' });
    const ofMaria = await issue(bank, boss, { name: 'Maria', holderId: maria.personId });
    const list = async (who: { token: string }, group: 'MINE' | 'TEAM' | 'CLOSED' | 'ALL', more = {}) =>
      (await bank.call(listCards, { query: { limit: 10, group, ...more } }, who)).output;
    const names = async (...of: Parameters<typeof list>) => (await list(...of)).Items.map(({ name }) => name);
    expect(await names(boss, 'ALL')).toEqual(['Maria', 'Boss']);
    expect(await names(boss, 'MINE')).toEqual(['Boss']);
    expect(await names(maria, 'MINE')).toEqual(['Maria']);
    expect(await names(maria, 'TEAM')).toEqual(['Boss']);
    expect((await list(maria, 'CLOSED')).Counts).toEqual({ mine: 1, team: 1, closed: 0 });
    const first = await list(boss, 'ALL', { limit: 1 });
    expect(first.NextCursor).toBe(ofMaria.id);
    expect(await names(boss, 'ALL', { limit: 1, cursor: first.NextCursor })).toEqual(['Boss']);

    const closed = await bank.database.pool.query(
      `update cards.card set status = 'CLOSED', closed_at = now() where id = $1`,
      [ofMaria.id],
    );
    expect(closed.rowCount).toBe(1);
    const unnamed = (await bank.call(listCards, { query: {} }, boss)).output.Items;
    expect(unnamed.map(({ name }) => name)).toEqual(['Boss']);
    expect(await names(boss, 'ALL')).toEqual(['Maria', 'Boss']);

    const stranger = await createPayer(bank);
    expect(await names(stranger, 'ALL')).toEqual([]);
    expect((await bank.call(getCard, { params: { id: ofBoss.id } }, stranger)).status).toBe(404);
  });
});

/** Moves the bank's calendar and runs the job. */
async function passDays(days: number): Promise<void> {
  await systemWork(bank.database, async (work) => {
    await advanceBusinessTime(work.sql, days * 24);
  });
  await lookAtCards(bank);
}
const activate = (who: { token: string }, id: string, lastFour: string) =>
  bank.call(activateCard, { params: { id }, body: { lastFour } }, who);

describe('a plastic card', () => {
  test('is prepared, sent, delivered and activated by its holder with its last four digits', async () => {
    const anna = await createPayer(bank);
    const { id, lastFour, delivery, status } = await issue(bank, anna, { kind: 'PLASTIC', name: 'Travel' });
    expect([status, delivery?.status, delivery?.trackingNumber]).toEqual(['ORDERED', 'PREPARING', null]);
    expect(delivery?.address).toEqual({ line: 'Pikk 3', postCode: '10123', city: 'Tallinn', country: 'EE' });
    expect(problemOf(await activate(anna, id, lastFour))).toBe('card_not_sent');
    await passDays(2);
    const sent = await details(anna, id);
    expect(sent.delivery).toMatchObject({
      status: 'SHIPPED',
      trackingNumber: expect.stringMatching(/^CC.+EE$/),
    });
    await passDays(5);
    expect((await details(anna, id)).delivery).toMatchObject({ ...sent.delivery, status: 'DELIVERED' });
    const wrong = await activate(anna, id, lastFour === '0000' ? '0001' : '0000');
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('last four digits')]);
    expect((await activate(anna, id, lastFour)).output).toEqual({ status: 'ACTIVE' });
    expect(problemOf(await activate(anna, id, lastFour))).toBe('card_already_active');
  });

  test('is activated by its holder only', async () => {
    const { boss } = await createTeam();
    const maria = await newColleague(bank, boss);
    const { id, lastFour } = await issue(bank, boss, { kind: 'PLASTIC', holderId: maria.personId });
    await passDays(7);
    const refused = await activate(boss, id, lastFour);
    expect([refused.status, problemOf(refused)]).toEqual([403, 'card_holder_only']);
    expect((await activate(maria, id, lastFour)).status).toBe(200);
  });
});

test('a card of a member who has left is shown as locked, declines, and works again when they are back', async () => {
  const { boss } = await createTeam();
  const maria = await newColleague(bank, boss);
  const { id } = await issue(bank, boss, { holderId: maria.personId });
  await topUp(bank, boss, id, '20.00');
  const key = { clientId: boss.companyId, personId: maria.personId };
  await systemWork(bank.database, (work) => removeMember(work, key));
  expect(await details(boss, id)).toMatchObject({ status: 'LOCKED', lock: 'holder_left' });
  const { Items } = (await bank.call(listCards, { query: {} }, boss)).output;
  expect(Items.find((card) => card.id === id)).toMatchObject({ status: 'LOCKED', lock: 'holder_left' });
  const decide = () => processorOf(bank.database).decide(paymentWith({ id }).ask('1.00'));
  expect(await decide()).toMatchObject({ declineReason: 'client_inactive' });
  const again = { params: { id }, body: { reason: 'lost' as const } };
  expect(problemOf(await callWithCode(bank, boss, replaceCard, again))).toBe('invalid_request');
  await systemWork(bank.database, (work) => addMember(work, { ...key, rights: allRights, validUntil: null }));
  expect(await details(boss, id)).toMatchObject({ status: 'ACTIVE', lock: null });
  expect(await decide()).toMatchObject({ approved: true });
});

describe('a replacement', () => {
  const replace = (who: { token: string }, id: string, reason: 'lost' | 'renewal' = 'lost') =>
    callWithCode(bank, who, replaceCard, { params: { id }, body: { reason } });

  test('takes the money, the name and the controls; the old card is closed', async () => {
    const anna = await createCardholder(
      bank,
      {},
      { name: 'Travel', design: 'sand', validUntil: '2027-06-30' },
    );
    await topUp(bank, anna, anna.card.id, '25.00');
    const next = (await replace(anna, anna.card.id)).output;
    expect(next).toMatchObject({
      status: 'ACTIVE',
      name: 'Travel',
      design: 'sand',
      validUntil: '2027-06-30',
      available: '25.00',
      replaces: anna.card.id,
      controls: anna.card.controls,
    });
    expect(await details(anna, anna.card.id)).toMatchObject({
      status: 'CLOSED',
      replacedBy: next.id,
      available: '0.00',
    });
    expect(problemOf(await replace(anna, anna.card.id))).toBe('card_closed');
  });

  test('of a plastic card is sent to its address', async () => {
    const anna = await createPayer(bank);
    const { id, delivery } = await issue(bank, anna, { kind: 'PLASTIC' });
    expect((await replace(anna, id)).output).toMatchObject({
      status: 'ORDERED',
      delivery: { status: 'PREPARING', address: delivery?.address, trackingNumber: null },
    });
  });

  test('renews a card in its last two months', async () => {
    const anna = await createCardholder(bank);
    expect(problemOf(await replace(anna, anna.card.id, 'renewal'))).toBe('card_not_expiring');
    await query`update cards.card set expires_on = current_date + 20 where id = ${anna.card.id}`.execute(
      bank.database.sql,
    );
    expect((await replace(anna, anna.card.id, 'renewal')).output.expiry).toBe(anna.card.expiry);
  });

  test('of plastic leaves the old card working until the new one is activated', async () => {
    const { anna, old, next } = await renewedPlastic();
    expect([next.status, next.available]).toEqual(['ORDERED', '0.00']);
    const before = await details(anna, old.id);
    expect([before.status, before.available, before.replacedBy]).toEqual(['ACTIVE', '30.00', next.id]);
    expect(await pays(old.id)).toBe(true);
    expect(await pays(next.id)).toBe(false);
    expect(problemOf(await replace(anna, old.id, 'renewal'))).toBe('card_renewed');
    await passDays(7);
    await activate(anna, next.id, next.lastFour);
    expect(await details(anna, old.id)).toMatchObject({ status: 'CLOSED', available: '0.00' });
    expect(await details(anna, next.id)).toMatchObject({
      status: 'ACTIVE',
      booked: '30.00',
      reserved: '1.00',
    });
    expect([await pays(old.id), await pays(next.id)]).toEqual([false, true]);
  });

  test('of plastic ends the old card on its last day, with the money left to the new one', async () => {
    const { anna, old, next } = await renewedPlastic();
    await passDays(40);
    expect((await details(anna, old.id)).status).toBe('CLOSED');
    expect(await details(anna, next.id)).toMatchObject({ status: 'ORDERED', available: '30.00' });
    await activate(anna, next.id, next.lastFour);
    expect(await pays(next.id)).toBe(true);
  });

  test('of plastic that is lost in the post is replaced too, and either card is closed without moving the money', async () => {
    const { anna, old, next } = await renewedPlastic();
    const third = (await replace(anna, next.id)).output;
    expect((await details(anna, old.id)).available).toBe('30.00');
    await passDays(7);
    await activate(anna, third.id, third.lastFour);
    expect((await details(anna, old.id)).status).toBe('CLOSED');
    expect((await details(anna, third.id)).available).toBe('30.00');
    const other = await renewedPlastic();
    await callWithCode(bank, other.anna, closeCard, { params: { id: other.next.id }, body: {} });
    expect(await details(other.anna, other.old.id)).toMatchObject({ status: 'ACTIVE', available: '30.00' });
  });

  // Control: without the previous card's lock, the new card pays once it is activated, at any of these times.
  test.each(['before its last day', 'after its last day'])(
    'of plastic takes over a lock by the bank, %s',
    async (when) => {
      const { anna, old, next } = await renewedPlastic();
      const setLock = (id: string, status: string, lock: string | null) =>
        query`update cards.card set status = ${status}, lock = ${lock} where id = ${id}`.execute(
          bank.database.sql,
        );
      await setLock(old.id, 'LOCKED', 'bank');
      const close = () => callWithCode(bank, anna, closeCard, { params: { id: old.id }, body: {} });
      expect(problemOf(await close())).toBe('card_locked');
      await passDays(when === 'before its last day' ? 7 : 40);
      const before = { status: when === 'before its last day' ? 'LOCKED' : 'EXPIRED', lock: 'bank' };
      expect(await details(anna, old.id)).toMatchObject(before);
      expect((await activate(anna, next.id, next.lastFour)).output).toEqual({ status: 'LOCKED' });
      expect((await details(anna, old.id)).status).toBe('CLOSED');
      expect(await details(anna, next.id)).toMatchObject({
        status: 'LOCKED',
        lock: 'bank',
        available: '30.00',
      });
      expect(await pays(next.id)).toBe(false);
      expect(problemOf(await replace(anna, next.id))).toBe('card_locked');
      await setLock(next.id, 'ACTIVE', null);
      expect(await pays(next.id)).toBe(true);
    },
  );

  /** An active plastic card with 30.00 that was renewed a month before its end. */
  async function renewedPlastic() {
    const anna = await createPayer(bank);
    const old = await issue(bank, anna, { kind: 'PLASTIC' });
    await passDays(7);
    await activate(anna, old.id, old.lastFour);
    await topUp(bank, anna, old.id, '30.00');
    const today = await businessDay({ sql: bank.database.sql, now: new Date() });
    await query`update cards.card set expires_on = ${today}::date + 30 where id = ${old.id}`.execute(
      bank.database.sql,
    );
    return { anna, old, next: (await replace(anna, old.id, 'renewal')).output };
  }

  const pays = async (id: string) =>
    (await processorOf(bank.database).decide(paymentWith({ id }).ask('1.00'))).approved;

  test('does not bypass a lock', async () => {
    const anna = await createCardholder(bank);
    await query`update cards.card set status = 'LOCKED', lock = 'receipts_missing' where id = ${anna.card.id}`.execute(
      bank.database.sql,
    );
    expect(problemOf(await replace(anna, anna.card.id))).toBe('card_locked');
  });
});
