/** The controls of a card and blocking: who may change them, when a code is needed, and the resulting log entries and notices. */
import {
  allRights,
  blockCard,
  type CardDetails,
  type CardLimits,
  changeCardControls,
  closeCard,
  getCard,
  listActivity,
  listCards,
  listNotifications,
  type Rights,
  renameCard,
  unblockCard,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  callWithCode,
  newBoss,
  newColleague,
  noRights,
  problemOf,
} from '@calmly/server/test/support/clients/colleagues.ts';
import { fund, openAnotherAccount, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { createCardholder, issue } from '@calmly/server/test/support/issued-cards.ts';
import { drainJobs } from '@calmly/server/test/support/jobs.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newControls } from '../card.ts';
import { allowsMore } from './rules.ts';

let bank: TestApp;

beforeAll(async () => {
  bank = await startTestApp({ jobs: true });
});
afterAll(() => bank.close());

const noLimits: CardLimits = { perPayment: null, perDay: null, perWeek: null, perMonth: null, inTotal: null };
const details = async (who: { token: string }, id: string) =>
  (await bank.call(getCard, { params: { id } }, who)).output;
type Change = Partial<Omit<CardDetails['controls'], 'limits'>> & { limits?: Partial<CardLimits> };
const bodyOf = ({ controls, version }: CardDetails, { limits, ...change }: Change) => ({
  ...controls,
  ...change,
  version,
  limits: { ...noLimits, ...controls.limits, ...limits },
});

describe('a change of the controls', () => {
  test('that allows less needs no code, one that allows more does', async () => {
    const anna = await createCardholder(bank);
    const params = { id: anna.card.id };
    const change = async (next: Change) =>
      bank.call(
        changeCardControls,
        { params, body: bodyOf(await details(anna, params.id), next) },
        { token: anna.token },
      );
    const statuses: number[] = [];
    for (const narrower of [
      { limits: { perPayment: '50' } },
      { online: false },
      { categories: { mode: 'EXCEPT', items: ['gambling', 'gambling'] } },
      { countries: { mode: 'ONLY', items: ['EE', 'LV'] } },
      { limits: { perPayment: '49.99', perDay: '100' } },
      { countries: { mode: 'ONLY', items: ['EE'] } },
    ] as const)
      statuses.push((await change(narrower as unknown as Change)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await details(anna, params.id)).controls).toEqual({
      limits: { ...noLimits, perPayment: '49.99', perDay: '100.00' },
      online: false,
      contactless: true,
      cash: true,
      abroad: true,
      categories: { mode: 'EXCEPT', items: ['gambling'] },
      countries: { mode: 'ONLY', items: ['EE'] },
    });
    const { name, lastFour } = anna.card;
    for (const [wider, inWords] of [
      [{ limits: { perPayment: '50.00' } }, 'limit per payment 50.00\u00a0€'],
      [{ limits: { perDay: null } }, 'no daily limit'],
      [{ online: true }, 'online payments on'],
      [{ categories: { mode: 'ALL', items: [] } }, 'other kinds of merchants'],
      [{ countries: { mode: 'ONLY', items: ['EE', 'FI'] } }, 'other countries'],
      [{ countries: { mode: 'EXCEPT', items: ['RU'] } }, 'other countries'],
      [{ limits: { perDay: '500' }, cash: false }, 'daily limit 500.00\u00a0€, cash withdrawals off'],
    ] as const) {
      const asked = await change(wider as unknown as Change);
      expect(asked.status).toBe(203);
      expect(asked.body).toMatchObject({
        detail: { summary: `Change card ${name} •••• ${lastFour}: ${inWords}` },
      });
    }
    const body = bodyOf(await details(anna, params.id), { online: true });
    expect((await callWithCode(bank, anna, changeCardControls, { params, body })).output).toMatchObject({
      controls: { online: true },
    });
  });

  test('of a version that is no longer the newest is refused', async () => {
    const anna = await createCardholder(bank);
    const params = { id: anna.card.id };
    const body = bodyOf(anna.card, { online: false });
    expect((await bank.call(changeCardControls, { params, body }, anna)).output.version).toBe(2);
    const refused = await bank.call(changeCardControls, { params, body: { ...body, cash: false } }, anna);
    expect([refused.status, problemOf(refused)]).toEqual([409, 'card_changed']);
    expect((await details(anna, params.id)).controls.cash).toBe(true);
  });

  test('with a limit that is not an amount is refused at the field', async () => {
    const anna = await createCardholder(bank);
    const body = bodyOf(anna.card, { limits: { perDay: '1.005' } });
    const refused = await bank.call(changeCardControls, { params: { id: anna.card.id }, body }, anna);
    expect(refused.body).toMatchObject({ detail: [{ field: 'Limits.PerDay' }] });
  });

  test.each([
    ['a first limit', {}, { limits: { ...newControls.limits, perDay: '1.00' } }, false],
    ['a list that forbids nothing', { categories: { mode: 'EXCEPT', items: [] } }, {}, false],
    [
      'fewer forbidden',
      { countries: { mode: 'EXCEPT', items: ['RU', 'BY'] } },
      { countries: { mode: 'EXCEPT', items: ['RU'] } },
      true,
    ],
    [
      'allowed what was forbidden',
      { countries: { mode: 'EXCEPT', items: ['RU'] } },
      { countries: { mode: 'ONLY', items: ['RU'] } },
      true,
    ],
    [
      'allowed something else',
      { countries: { mode: 'EXCEPT', items: ['RU'] } },
      { countries: { mode: 'ONLY', items: ['EE'] } },
      false,
    ],
    ['no longer only these', { categories: { mode: 'ONLY', items: ['fuel'] } }, {}, true],
  ] as const)('%s', (_, before, next, isWider) => {
    expect(allowsMore({ ...newControls, ...before } as never, { ...newControls, ...next } as never)).toBe(
      isWider,
    );
  });
});

test('a card is blocked without a code and unblocked with one', async () => {
  const anna = await createCardholder(bank);
  const input = { params: { id: anna.card.id } };
  expect(problemOf(await bank.call(unblockCard, input, anna))).toBe('card_not_blocked');
  expect((await bank.call(blockCard, input, anna)).output).toEqual({ status: 'BLOCKED' });
  expect((await bank.call(blockCard, input, anna)).output).toEqual({ status: 'BLOCKED' });
  expect(await details(anna, anna.card.id)).toMatchObject({
    status: 'BLOCKED',
    blockedBy: { name: 'Anna Tamm' },
  });
  expect((await bank.call(unblockCard, input, anna)).status).toBe(203);
  expect((await callWithCode(bank, anna, unblockCard, input)).output).toEqual({ status: 'ACTIVE' });
});

test('a lock of the bank is not replaced by a block, and a card on its way needs none', async () => {
  const anna = await createCardholder(bank);
  const plastic = await issue(bank, anna, { kind: 'PLASTIC' });
  expect(problemOf(await bank.call(blockCard, { params: { id: plastic.id } }, anna))).toBe('card_not_active');
  await query`update cards.card set status = 'LOCKED', lock = 'bank' where id = ${anna.card.id}`.execute(
    bank.database.sql,
  );
  for (const call of [blockCard, unblockCard])
    expect(problemOf(await bank.call(call, { params: { id: anna.card.id } }, anna))).toBe('card_locked');
});

describe('in a company', () => {
  async function createTeam(rights: Partial<Rights>) {
    const boss = await newBoss(bank);
    const account = await openAnotherAccount(bank, boss.companyId);
    await systemWork(bank.database, (work) => fund(work, account, 100_000n));
    const maria = await newColleague(bank, boss, { rights: { ...noRights, ...rights } });
    const card = await issue(bank, { ...boss, account }, { name: 'Travel', holderId: maria.personId });
    return { boss, maria, card };
  }

  test.each([
    [{}, 403, 403],
    [{ can_plast_view: true }, 200, 403],
    [{ can_plast_view: true, can_plast_perform: true }, 200, 200],
    [{ ...allRights, is_boss: false, can_plast_view: false, can_plast_perform: false }, 403, 403],
  ])('a member with %j sees cards: %i, changes them: %i', async (rights, seen, changed) => {
    const { maria, card } = await createTeam(rights);
    const statuses = [
      (await bank.call(listCards, { query: { limit: 5, group: 'ALL' } }, maria)).status,
      (await bank.call(getCard, { params: { id: card.id } }, maria)).status,
      (await bank.call(renameCard, { params: { id: card.id }, body: { name: 'Trips' } }, maria)).status,
      (await bank.call(blockCard, { params: { id: card.id } }, maria)).status,
    ];
    expect(statuses).toEqual([seen, seen, changed, changed]);
  });

  test('the holder gets a notice of who issued, blocked and closed the card, and the log says what was done', async () => {
    const { boss, maria, card } = await createTeam({ can_plast_view: true });
    await bank.call(renameCard, { params: { id: card.id }, body: { name: 'Trips', design: 'coral' } }, boss);
    await bank.call(blockCard, { params: { id: card.id } }, boss);
    const news = async () =>
      (await bank.call(listNotifications, { query: { limit: 10 } }, maria)).output.Items.filter(
        ({ subjectId }) => subjectId === card.id,
      );
    await until(
      () => news(),
      (found) => found.length === 2,
    );
    expect(await news()).toMatchObject([
      { kind: 'card_blocked', params: { card: 'Trips', lastFour: card.lastFour, person: 'Boris Sokolov' } },
      { kind: 'card_issued', params: { card: 'Travel', person: 'Boris Sokolov' } },
    ]);
    const { Items } = (await bank.call(listActivity, { query: { limit: 10, kind: 'cards' } }, boss)).output;
    expect(Items.map(({ text }) => text)).toEqual([
      `Card Trips •••• ${card.lastFour} blocked`,
      `Card Travel •••• ${card.lastFour} renamed to Trips`,
      `Card Travel •••• ${card.lastFour} issued for Maria Kask`,
    ]);
    await callWithCode(bank, boss, closeCard, { params: { id: card.id }, body: { account: undefined } });
    await drainJobs(bank);
    expect((await news())[0]).toMatchObject({ kind: 'card_closed', params: { person: 'Boris Sokolov' } });
  });
});
