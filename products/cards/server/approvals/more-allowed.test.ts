/**
 * Controls of a card that allow more need approval and apply with the last consent; what ends a request, and races.
 * Controls, each tried once: without the comparison in `carry-out.ts` an approval overwrites controls that no approver saw; without `voidApprovals`
 * in `endCard` a request outlives its card.
 */
import { type Approval, closeCard } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { type CardFirm, cardIn, createCardFirm } from '@calmly/server/test/support/card-approvals.ts';
import { problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import {
  type Colleague,
  callWithCode,
  decide,
  inboxOf,
  readAs,
} from '@calmly/server/test/support/clients/firm.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let bank: TestApp;
let house: CardFirm;
let firm: CardFirm['firm'];
/** Boris's. */
let office: CardFirm['office'];

beforeAll(async () => {
  bank = await startTestApp({ jobs: true });
});
afterAll(() => bank.close());
beforeEach(() => start());

async function start(fundedMinor?: bigint): Promise<void> {
  house = await createCardFirm(bank, fundedMinor);
  ({ firm, office } = house);
}

const close = (who: Colleague) =>
  callWithCode(bank, closeCard, { params: { id: office.id }, body: {} }, who.companyToken);

describe('controls that allow more', () => {
  test('of a member apply once they are approved; the approver sees each with its value before', async () => {
    const waiting = await house.askForMore();
    expect((await house.details(office.id)).controls).toMatchObject({
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
    expect((await house.details(office.id)).controls).toMatchObject({
      limits: { perDay: '500.00', perMonth: '2000.00' },
      abroad: true,
    });
  });

  test('that only allow less need no approval', async () => {
    expect((await house.change(firm.clara, { limits: { perDay: '50' }, cash: false })).status).toBe(200);
    expect(await inboxOf(bank, firm.maria)).toEqual([]);
  });

  test('wait once per card', async () => {
    await house.askForMore();
    const again = await house.change(firm.clara, { limits: { perDay: '900' } });
    expect([again.status, problemOf(again)]).toEqual([409, 'approval_waiting']);
  });

  test.each<[string, (asked: Approval) => Promise<unknown>]>([
    ['other controls are set', () => house.change(firm.boris, { limits: { perDay: '90' } })],
    ['the card is closed', () => close(firm.boris)],
  ])('are void once %s', async (_, meanwhile) => {
    const waiting = await house.askForMore();
    await meanwhile(waiting);
    expect(await readAs(bank, firm.clara, waiting.id)).toMatchObject({ state: 'VOIDED' });
    expect(await decide(bank, firm.maria.token, [waiting])).toEqual(['approval_closed']);
  });

  test('survive a new name and a block, which change no control', async () => {
    const waiting = await house.askForMore();
    await query`update cards.card set version = version + 1, name = 'Desk' where id = ${office.id}`.execute(
      bank.database.sql,
    );
    expect(await decide(bank, firm.maria.token, [waiting])).toEqual(['APPROVED']);
  });

  test('are not written over others that were set without voiding them', async () => {
    const waiting = await house.askForMore();
    await query`update cards.card set controls = jsonb_set(controls, '{cash}', 'false') where id = ${office.id}`.execute(
      bank.database.sql,
    );
    expect(await decide(bank, firm.maria.token, [waiting])).toEqual(['approval_changed']);
    expect((await house.details(office.id)).controls).toMatchObject({ cash: false, abroad: false });
  });

  test('approved while the card is closed: one of both is first, and no closed card is changed', async () => {
    for (let round = 0; round < 6; round += 1) {
      office = cardIn(await house.ask(firm.boris, { name: `Office ${round}` }));
      await house.change(firm.boris, { limits: { perDay: '100' } }, office.id);
      await house.change(firm.clara, { limits: { perDay: '500' } }, office.id);
      const waiting = await house.waitingFor(firm.maria);
      const [[outcome], closed] = await Promise.all([
        decide(bank, firm.maria.token, [waiting]),
        close(firm.boris),
      ]);
      expect([closed.status, ['APPROVED', 'approval_closed'].includes(outcome ?? '')]).toEqual([200, true]);
      const { status, controls } = await house.details(office.id);
      const { state } = await readAs(bank, firm.maria, waiting.id);
      expect([status, controls.limits.perDay, state]).toEqual(
        outcome === 'APPROVED' ? ['CLOSED', '500.00', 'APPROVED'] : ['CLOSED', '100.00', 'VOIDED'],
      );
    }
  });
});
