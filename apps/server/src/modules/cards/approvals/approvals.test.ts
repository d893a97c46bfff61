/**
 * Cards that wait for approval: a member's new card and controls that allow more, carried out with the last consent; what ends a request, who
 * may see and decide it, and races.
 *
 * Controls, each tried once: without the comparison in `carry-out.ts` an approval overwrites controls that no approver saw; without
 * `voidApprovals` in `endCard` a request outlives its card; without `needOf` a member's card is issued at once.
 */
import {
  type Approval,
  allRights,
  type CardControlsInput,
  type CardDetails,
  changeCardControls,
  closeCard,
  decideInbox,
  getApproval,
  getCard,
  getCardOffer,
  issueCard,
  listActivity,
  listApprovals,
  listCards,
  listNotifications,
  listPayments,
  type Rights,
  recallApproval,
} from '@calmly/contract';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { newClient } from '../../../../test/support/clients/clients.ts';
import { noRights, problemOf } from '../../../../test/support/clients/colleagues.ts';
import {
  actAlso,
  type Colleague,
  callWithCode,
  createFirm,
  decide,
  type Firm,
  inboxOf,
  moneyOf,
  readAs,
  setPolicy,
} from '../../../../test/support/clients/firm.ts';
import { systemWork } from '../../../../test/support/clients/payments.ts';
import { cardOrder } from '../../../../test/support/issued-cards.ts';
import { until } from '../../../../test/support/until.ts';
import { addMember } from '../../identity/index.ts';

let bank: TestApp;
let firm: Firm;
/** Boris's, an administrator's, who has accepted the card terms with it. */
let office: CardDetails;

beforeAll(async () => {
  bank = await startTestApp({ jobs: true });
});
afterAll(() => bank.close());
beforeEach(() => start());

async function start(fundedMinor?: bigint): Promise<void> {
  firm = await createFirm(bank, fundedMinor);
  await query`
    update identity.membership set can_plast_view = true, can_plast_perform = true
    where client_id = ${firm.companyId} and person_id = ${firm.clara.personId}
  `.execute(bank.database.sql);
  office = cardIn(await ask(firm.boris, { name: 'Office' }));
}

type Order = Parameters<typeof cardOrder>[1];
const ask = (who: Colleague, order: Order = {}) =>
  callWithCode(
    bank,
    issueCard,
    { body: cardOrder(firm.account.number, { termsVersion: undefined, ...accepted(who), ...order }) },
    who.companyToken,
  );
const accepted = ({ personId }: Colleague): Order =>
  personId === firm.boris.personId ? { termsVersion: cardOrder('').termsVersion } : {};

function cardIn({ output }: { readonly output: unknown }): CardDetails {
  return output as CardDetails;
}

async function waitingFor(who: Colleague, kind = 'card'): Promise<Approval> {
  const found = (await inboxOf(bank, who)).filter((each) => each.kind === kind);
  const [waiting] = found;
  if (!waiting || found.length > 1) throw new Error(`${found.length} requests wait`);
  return waiting;
}

const cardsOf = async ({ companyToken: token }: Colleague) =>
  (await bank.call(listCards, { query: { limit: 50, group: 'ALL' } }, { token })).output.Items;
const details = async (id: string) =>
  (await bank.call(getCard, { params: { id } }, { token: firm.boris.companyToken })).output;

type Change = Partial<Omit<CardControlsInput, 'version' | 'limits'>> & {
  readonly limits?: Partial<CardControlsInput['limits']>;
};
async function change(who: Colleague, { limits, ...next }: Change) {
  const { controls, version } = await details(office.id);
  const body = { ...controls, ...next, version, limits: { ...controls.limits, ...limits } };
  return callWithCode(bank, changeCardControls, { params: { id: office.id }, body }, who.companyToken);
}

/** Boris's card with a limit, and Clara's request for a higher one. */
async function askForMore(): Promise<Approval> {
  await change(firm.boris, { limits: { perDay: '100' }, abroad: false });
  const asked = await change(firm.clara, { limits: { perDay: '500', perMonth: '2000' }, abroad: true });
  expect(asked.status).toBe(202);
  return waitingFor(firm.maria);
}

const close = (who: Colleague) =>
  callWithCode(bank, closeCard, { params: { id: office.id }, body: {} }, who.companyToken);

describe('a new card', () => {
  test('of a member is issued once it is approved; then the fee is taken, in the name of who asked', async () => {
    const before = await moneyOf(bank, firm);
    const asked = await ask(firm.clara, { name: 'Travel', limits: limits({ perDay: '200' }) });
    expect([asked.status, asked.body]).toMatchObject([202, { WaitingFor: [{}, {}] }]);
    expect((await cardsOf(firm.clara)).map(({ name }) => name)).toEqual(['Office']);
    expect(await moneyOf(bank, firm)).toEqual(before);

    const waiting = await waitingFor(firm.maria);
    expect(waiting).toMatchObject({
      requestedBy: { name: 'Clara Vaher' },
      amount: null,
      facts: {
        ...{ action: 'issue', name: 'Travel', holder: 'Clara Vaher', cardKind: 'VIRTUAL', fee: '10.00' },
        ...{ perDay: '200.00', accountName: 'Main', currency: 'EUR' },
      },
    });
    expect(await decide(bank, firm.maria.token, [waiting])).toEqual(['APPROVED']);

    const [card] = await cardsOf(firm.clara);
    expect(card).toMatchObject({
      id: waiting.subjectId,
      ...{ name: 'Travel', isMine: true, status: 'ACTIVE' },
    });
    expect((await details(card?.id ?? '')).controls.limits.perDay).toBe('200.00');
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
    expect((await ask(firm.boris, { name: 'Second' })).status).toBe(202);
    expect(await decide(bank, firm.maria.token, [await waitingFor(firm.maria)])).toEqual(['APPROVED']);
  });

  test('that asks for what cannot be is refused when it is requested', async () => {
    const late = await ask(firm.clara, { validUntil: '2020-01-01' });
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
      'the holder has left',
      5_000n,
      () =>
        query`update identity.membership set status = 'SUSPENDED' where client_id = ${firm.companyId} and person_id = ${firm.clara.personId}`.execute(
          bank.database.sql,
        ),
      'invalid_request',
      'Choose an active member of the company.',
    ],
  ])(
    'is not issued while %s: the approver reads why, and the request keeps waiting',
    async (_, fundedMinor, meanwhile, problem, message) => {
      await start(fundedMinor);
      await ask(firm.clara, { name: 'Travel' });
      const { id, version } = await waitingFor(firm.maria);
      await meanwhile();
      const body = { items: [{ id, version }], decision: 'APPROVE' as const };
      const { output } = await callWithCode(bank, decideInbox, { body }, firm.maria.token);
      expect(output.results).toMatchObject([{ outcome: 'REFUSED', problem, message }]);
      expect(await readAs(bank, firm.maria, id)).toMatchObject({ state: 'WAITING' });
      expect(await cardsOf(firm.boris)).toHaveLength(1);
    },
  );

  test('rejected or withdrawn, nothing was written, and it can be requested again', async () => {
    const before = await moneyOf(bank, firm);
    await ask(firm.clara, { name: 'Travel' });
    const first = await waitingFor(firm.maria);
    expect(await decide(bank, firm.maria.token, [first], 'REJECT')).toEqual(['REJECTED']);
    expect(await readAs(bank, firm.clara, first.id)).toMatchObject({ reason: 'Not this month' });
    await ask(firm.clara, { name: 'Travel' });
    const second = await waitingFor(firm.maria);
    const recalled = await bank.call(
      recallApproval,
      { params: { id: second.id } },
      { token: firm.clara.companyToken },
    );
    expect(recalled.output.state).toBe('RECALLED');
    expect(await decide(bank, firm.maria.token, [second])).toEqual(['approval_closed']);
    expect([await cardsOf(firm.boris), await moneyOf(bank, firm)]).toMatchObject([[{}], before]);
    expect((await ask(firm.clara, { name: 'Travel' })).status).toBe(202);
  });

  test('keeps the approvals that it was requested with when the policy changes', async () => {
    await ask(firm.clara, { name: 'Travel' });
    const waiting = await waitingFor(firm.maria);
    await setPolicy(bank, firm, {
      cardSteps: [{ personIds: [firm.boris.personId] }, { personIds: [firm.maria.personId] }],
    });
    expect(await decide(bank, firm.maria.token, [waiting])).toEqual(['APPROVED']);
    await ask(firm.clara, { name: 'Later' });
    const later = await waitingFor(firm.boris);
    expect(await decide(bank, firm.maria.token, [later])).toEqual(['approval_not_your_turn']);
    expect(await decide(bank, firm.boris.token, [later])).toEqual(['CONSENTED']);
    expect(await decide(bank, firm.maria.token, [later])).toEqual(['APPROVED']);
  });

  test('approved twice at once is issued once', async () => {
    await ask(firm.clara, { name: 'Travel' });
    const waiting = await waitingFor(firm.maria);
    const before = await moneyOf(bank, firm);
    const outcomes = await Promise.all(
      [firm.maria, firm.boris].map(({ token }) => decide(bank, token, [waiting])),
    );
    expect(outcomes.flat().sort()).toEqual(['APPROVED', 'approval_closed']);
    expect(await cardsOf(firm.boris)).toHaveLength(2);
    expect((await moneyOf(bank, firm)).posted).toBe(before.posted - 1_000n);
  });
});

describe('controls that allow more', () => {
  test('of a member apply once they are approved; the approver sees each with its value before', async () => {
    const waiting = await askForMore();
    expect((await details(office.id)).controls).toMatchObject({
      limits: { perDay: '100.00', perMonth: null },
      abroad: false,
    });
    expect(waiting).toMatchObject({ subjectId: office.id });
    expect(waiting.facts).toEqual({
      ...{ action: 'controls', name: 'Office', holder: 'Boris Sokolov', lastFour: office.lastFour },
      ...{ currency: 'EUR', perDay: '500.00', perDayBefore: '100.00' },
      ...{ perMonth: '2000.00', perMonthBefore: '', abroad: 'on', abroadBefore: 'off' },
    });
    expect(await decide(bank, firm.maria.token, [waiting])).toEqual(['APPROVED']);
    expect((await details(office.id)).controls).toMatchObject({
      limits: { perDay: '500.00', perMonth: '2000.00' },
      abroad: true,
    });
  });

  test('that only allow less need no approval', async () => {
    expect((await change(firm.clara, { limits: { perDay: '50' }, cash: false })).status).toBe(200);
    expect(await inboxOf(bank, firm.maria)).toEqual([]);
  });

  test('wait once per card', async () => {
    await askForMore();
    const again = await change(firm.clara, { limits: { perDay: '900' } });
    expect([again.status, problemOf(again)]).toEqual([409, 'approval_waiting']);
  });

  test.each<[string, (asked: Approval) => Promise<unknown>]>([
    ['other controls are set', () => change(firm.boris, { limits: { perDay: '90' } })],
    ['the card is closed', () => close(firm.boris)],
  ])('are void once %s', async (_, meanwhile) => {
    const waiting = await askForMore();
    await meanwhile(waiting);
    expect(await readAs(bank, firm.clara, waiting.id)).toMatchObject({ state: 'VOIDED' });
    expect(await decide(bank, firm.maria.token, [waiting])).toEqual(['approval_closed']);
  });

  test('survive a new name and a block, which change no control', async () => {
    const waiting = await askForMore();
    await query`update cards.card set version = version + 1, name = 'Desk' where id = ${office.id}`.execute(
      bank.database.sql,
    );
    expect(await decide(bank, firm.maria.token, [waiting])).toEqual(['APPROVED']);
  });

  test('are not written over others that were set without voiding them', async () => {
    const waiting = await askForMore();
    await query`update cards.card set controls = jsonb_set(controls, '{cash}', 'false') where id = ${office.id}`.execute(
      bank.database.sql,
    );
    expect(await decide(bank, firm.maria.token, [waiting])).toEqual(['approval_changed']);
    expect((await details(office.id)).controls).toMatchObject({ cash: false, abroad: false });
  });

  test('approved while the card is closed: one of both is first, and no closed card is changed', async () => {
    for (let round = 0; round < 6; round += 1) {
      office = cardIn(await ask(firm.boris, { name: `Office ${round}` }));
      await change(firm.boris, { limits: { perDay: '100' } });
      await change(firm.clara, { limits: { perDay: '500' } });
      const waiting = await waitingFor(firm.maria);
      const [[outcome], closed] = await Promise.all([
        decide(bank, firm.maria.token, [waiting]),
        close(firm.boris),
      ]);
      expect([closed.status, ['APPROVED', 'approval_closed'].includes(outcome ?? '')]).toEqual([200, true]);
      const { status, controls } = await details(office.id);
      const { state } = await readAs(bank, firm.maria, waiting.id);
      expect([status, controls.limits.perDay, state]).toEqual(
        outcome === 'APPROVED' ? ['CLOSED', '500.00', 'APPROVED'] : ['CLOSED', '100.00', 'VOIDED'],
      );
    }
  });
});

describe('who may know and decide', () => {
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
    await ask(firm.clara, { name: 'Travel' });
    const { id, version } = await waitingFor(firm.maria);
    const dora = await join(rights);
    const { companyToken: token } = dora;
    expect((await bank.call(getApproval, { params: { id } }, { token })).status).toBe(seen);
    const listed = (await bank.call(listApprovals, { query: { limit: 5 } }, { token })).output.Items;
    expect(listed.map((each) => each.id)).toEqual(seen === 200 ? [id] : []);
    const decided = await decide(bank, token, [{ id, version }]);
    expect(decided).toEqual([outcome]);
  });

  test('the requester never, and another company nothing', async () => {
    await ask(firm.clara, { name: 'Travel' });
    const waiting = await waitingFor(firm.maria);
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
    expect(await cardsOf(firm.boris)).toHaveLength(1);
  });

  test('a member who may only see cards cannot request one', async () => {
    const dora = await join({ can_plast_view: true });
    const refused = await ask(dora);
    expect([refused.status, problemOf(refused)]).toEqual([403, 'card_right_missing']);
  });
});

const limits = (set: Partial<CardControlsInput['limits']>): CardControlsInput['limits'] => ({
  ...{ perPayment: null, perDay: null, perWeek: null, perMonth: null, inTotal: null },
  ...set,
});
