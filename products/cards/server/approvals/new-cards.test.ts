/**
 * New cards that need approval: issued with the last consent; what ends a request, and who may see and decide it. Control, tried once: without
 * `needOf` a member's card is issued at once.
 */
import {
  allRights,
  type CardControlsInput,
  decideInbox,
  getApproval,
  getCardOffer,
  listActivity,
  listApprovals,
  listNotifications,
  listPayments,
  type Rights,
  recallApproval,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { type CardFirm, createCardFirm } from '@calmly/server/test/support/card-approvals.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { noRights, problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import {
  actAlso,
  type Colleague,
  callWithCode,
  createFirm,
  decide,
  inboxOf,
  moneyOf,
  readAs,
  setPolicy,
} from '@calmly/server/test/support/clients/firm.ts';
import { systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addMember } from '../../../identity/server/index.ts';

let bank: TestApp;
let house: CardFirm;
let firm: CardFirm['firm'];

beforeAll(async () => {
  bank = await startTestApp({ jobs: true });
});
afterAll(() => bank.close());
beforeEach(() => start());

async function start(fundedMinor?: bigint): Promise<void> {
  house = await createCardFirm(bank, fundedMinor);
  ({ firm } = house);
}

describe('a new card', () => {
  test('of a member is issued once it is approved; then the fee is taken, in the name of who asked', async () => {
    const before = await moneyOf(bank, firm);
    const asked = await house.ask(firm.clara, { name: 'Travel', limits: limits({ perDay: '200' }) });
    expect([asked.status, asked.body]).toMatchObject([202, { WaitingFor: [{}, {}] }]);
    expect((await house.cardsOf(firm.clara)).map(({ name }) => name)).toEqual(['Office']);
    expect(await moneyOf(bank, firm)).toEqual(before);

    const waiting = await house.waitingFor(firm.maria);
    expect(waiting).toMatchObject({
      requestedBy: { name: 'Clara Vaher' },
      amount: null,
      facts: {
        ...{ action: 'issue', name: 'Travel', holder: 'Clara Vaher', cardKind: 'VIRTUAL', fee: '10.00' },
        ...{ perDay: '200.00', accountName: 'Main', currency: 'EUR' },
      },
    });
    expect(await decide(bank, firm.maria.token, [waiting])).toEqual(['APPROVED']);

    const [card] = await house.cardsOf(firm.clara);
    expect(card).toMatchObject({
      id: waiting.subjectId,
      ...{ name: 'Travel', isMine: true, status: 'ACTIVE' },
    });
    expect((await house.details(card?.id ?? '')).controls.limits.perDay).toBe('200.00');
    expect((await moneyOf(bank, firm)).posted).toBe(before.posted - 1_000n);
    const { Items: rows } = (
      await bank.call(listPayments, { query: { limit: 1 } }, { token: firm.clara.companyToken })
    ).output;
    expect(rows).toMatchObject([{ scheme: 'CARD_FEE', amount: '10.00' }]);
    const { rows: initiators } = await query<{ initiator: string }>`
      select initiator_id as initiator from transactions.transaction where id = ${rows[0]?.id}
    `.execute(bank.database.sql);
    expect(initiators).toEqual([{ initiator: firm.clara.personId }]);
    const kindsTo = async (token: string) =>
      (await bank.call(listNotifications, { query: { limit: 10 } }, { token })).output.Items.map(
        ({ kind }) => kind,
      );
    await until(
      () => kindsTo(firm.clara.companyToken),
      (kinds) => kinds.includes('card_issued'),
    );
    await until(
      () => kindsTo(firm.clara.token),
      (kinds) => kinds.includes('approval_decided'),
    );
    const { Items: log } = (
      await bank.call(listActivity, { query: { limit: 5 } }, { token: firm.boris.companyToken })
    ).output;
    expect(log.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Approved: a card',
        `Card Travel •••• ${card?.lastFour} issued for Clara Vaher`,
        'Awaiting approval: a card',
      ]),
    );
  });

  test('is offered with the approvers that it needs, as the policy says', async () => {
    const approvers = async ({ companyToken: token }: Colleague) =>
      (await bank.call(getCardOffer, {}, { token })).output.approvers.map(({ name }) => name);
    expect(await approvers(firm.boris)).toEqual([]);
    expect(await approvers(firm.clara)).toEqual(['Boris Sokolov', 'Maria Kask']);
    await setPolicy(bank, firm, { cardSteps: [{ personIds: [] }] });
    expect(await approvers(firm.boris)).toEqual(['Maria Kask']);
    expect((await house.ask(firm.boris, { name: 'Second' })).status).toBe(202);
    expect(await decide(bank, firm.maria.token, [await house.waitingFor(firm.maria)])).toEqual(['APPROVED']);
  });

  test('that asks for what cannot be is refused when it is requested', async () => {
    const late = await house.ask(firm.clara, { validUntil: '2020-01-01' });
    expect([late.status, late.body]).toMatchObject([400, { detail: [{ field: 'ValidUntil' }] }]);
    expect(await inboxOf(bank, firm.maria)).toEqual([]);
  });

  test.each<[string, bigint, () => Promise<unknown>, string, string]>([
    [
      'the account lacks the fee',
      1_400n,
      () => Promise.resolve(),
      'insufficient_balance',
      'There isn’t enough money: you need 10.00\u00a0€ and have 4.00\u00a0€ available.',
    ],
    [
      'who asked has left',
      5_000n,
      () =>
        query`update identity.membership set status = 'SUSPENDED' where client_id = ${firm.companyId} and person_id = ${firm.clara.personId}`.execute(
          bank.database.sql,
        ),
      'approval_requester_left',
      'The person who requested this may no longer do so. You can only reject it.',
    ],
  ])(
    'is not issued while %s: the approver reads why, and the request keeps waiting',
    async (_, fundedMinor, meanwhile, problem, message) => {
      await start(fundedMinor);
      await house.ask(firm.clara, { name: 'Travel' });
      const { id, version } = await house.waitingFor(firm.maria);
      await meanwhile();
      const body = { items: [{ id, version }], decision: 'APPROVE' as const };
      const { output } = await callWithCode(bank, decideInbox, { body }, firm.maria.token);
      expect(output.results).toMatchObject([{ outcome: 'REFUSED', problem, message }]);
      expect(await readAs(bank, firm.maria, id)).toMatchObject({ state: 'WAITING' });
      expect(await house.cardsOf(firm.boris)).toHaveLength(1);
    },
  );

  test('rejected or withdrawn, nothing was written, and it can be requested again', async () => {
    const before = await moneyOf(bank, firm);
    await house.ask(firm.clara, { name: 'Travel' });
    const first = await house.waitingFor(firm.maria);
    expect(await decide(bank, firm.maria.token, [first], 'REJECT')).toEqual(['REJECTED']);
    expect(await readAs(bank, firm.clara, first.id)).toMatchObject({ reason: 'Not this month' });
    await house.ask(firm.clara, { name: 'Travel' });
    const second = await house.waitingFor(firm.maria);
    const recalled = await bank.call(
      recallApproval,
      { params: { id: second.id } },
      { token: firm.clara.companyToken },
    );
    expect(recalled.output.state).toBe('RECALLED');
    expect(await decide(bank, firm.maria.token, [second])).toEqual(['approval_closed']);
    expect([await house.cardsOf(firm.boris), await moneyOf(bank, firm)]).toMatchObject([[{}], before]);
    expect((await house.ask(firm.clara, { name: 'Travel' })).status).toBe(202);
  });

  test('keeps the approvals that it was requested with when the policy changes', async () => {
    await house.ask(firm.clara, { name: 'Travel' });
    const waiting = await house.waitingFor(firm.maria);
    await setPolicy(bank, firm, {
      cardSteps: [{ personIds: [firm.boris.personId] }, { personIds: [firm.maria.personId] }],
    });
    expect(await decide(bank, firm.maria.token, [waiting])).toEqual(['APPROVED']);
    await house.ask(firm.clara, { name: 'Later' });
    const later = await house.waitingFor(firm.boris);
    expect(await decide(bank, firm.maria.token, [later])).toEqual(['approval_not_your_turn']);
    expect(await decide(bank, firm.boris.token, [later])).toEqual(['CONSENTED']);
    expect(await decide(bank, firm.maria.token, [later])).toEqual(['APPROVED']);
  });

  test('approved twice at once is issued once', async () => {
    await house.ask(firm.clara, { name: 'Travel' });
    const waiting = await house.waitingFor(firm.maria);
    const before = await moneyOf(bank, firm);
    const outcomes = await Promise.all(
      [firm.maria, firm.boris].map(({ token }) => decide(bank, token, [waiting])),
    );
    expect(outcomes.flat().sort()).toEqual(['APPROVED', 'approval_closed']);
    expect(await house.cardsOf(firm.boris)).toHaveLength(2);
    expect((await moneyOf(bank, firm)).posted).toBe(before.posted - 1_000n);
  });
});

describe('who may see and decide', () => {
  async function join(rights: Partial<Rights>): Promise<Colleague> {
    const person = await newClient(bank, { firstName: 'Dora', lastName: 'Ilves' });
    await systemWork(bank.database, (work) =>
      addMember(work, {
        clientId: firm.companyId,
        personId: person.personId,
        rights: { ...noRights, ...rights },
        validUntil: null,
      }),
    );
    return actAlso(bank, person, firm.companyId);
  }

  test.each<[string, Partial<Rights>, number, string]>([
    ['an approver who sees no cards', { can_approve: true }, 200, 'APPROVED'],
    ['someone who sees cards', { can_plast_view: true }, 200, 'approval_not_yours'],
    [
      'someone who changes cards',
      { can_plast_view: true, can_plast_perform: true },
      200,
      'approval_not_yours',
    ],
    [
      'someone with every other right',
      { ...allRights, is_boss: false, can_approve: false, can_plast_view: false, can_plast_perform: false },
      404,
      'not_found',
    ],
  ])('%s', async (_, rights, seen, outcome) => {
    await house.ask(firm.clara, { name: 'Travel' });
    const { id, version } = await house.waitingFor(firm.maria);
    const dora = await join(rights);
    const { companyToken: token } = dora;
    expect((await bank.call(getApproval, { params: { id } }, { token })).status).toBe(seen);
    const listed = (await bank.call(listApprovals, { query: { limit: 5 } }, { token })).output.Items;
    expect(listed.map((each) => each.id)).toEqual(seen === 200 ? [id] : []);
    const decided = await decide(bank, token, [{ id, version }]);
    expect(decided).toEqual([outcome]);
  });

  test('the requester never, and another company nothing', async () => {
    await house.ask(firm.clara, { name: 'Travel' });
    const waiting = await house.waitingFor(firm.maria);
    await query`
      update identity.membership set can_approve = true
      where client_id = ${firm.companyId} and person_id = ${firm.clara.personId}
    `.execute(bank.database.sql);
    expect(await decide(bank, firm.clara.token, [waiting])).toEqual(['approval_own_request']);
    const other = await createFirm(bank);
    expect(
      (await bank.call(getApproval, { params: { id: waiting.id } }, { token: other.boris.companyToken }))
        .status,
    ).toBe(404);
    expect(await decide(bank, other.boris.token, [waiting])).toEqual(['not_found']);
    expect(await house.cardsOf(firm.boris)).toHaveLength(1);
  });

  test('a member who may only see cards cannot request one', async () => {
    const dora = await join({ can_plast_view: true });
    const refused = await house.ask(dora);
    expect([refused.status, problemOf(refused)]).toEqual([403, 'card_right_missing']);
  });
});

const limits = (set: Partial<CardControlsInput['limits']>): CardControlsInput['limits'] => ({
  ...{ perPayment: null, perDay: null, perWeek: null, perMonth: null, inTotal: null },
  ...set,
});
