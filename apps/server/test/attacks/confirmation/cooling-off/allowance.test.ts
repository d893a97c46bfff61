import { newId } from '@calmly/platform/ids.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { isFull, record, sized } from '../../../support/campaign.ts';
import { decide, type Firm, inboxOf, order } from '../../../support/clients/firm.ts';
import { addPayee } from '../../../support/clients/payments.ts';
import { changeEmail, codeOf, createVictims, newIban, newPayee, pay, send, type Victims } from './victims.ts';

let app: TestApp;
let victims: Victims;
let firm: Firm;
let personId: string;
beforeAll(async () => {
  app = await startTestApp();
  victims = await createVictims(app);
  ({ firm, personId } = victims);
});
afterAll(() => app.close());

/** Cents that have left the payer's accounts since then. */
async function leftSince(at: Date): Promise<number> {
  const { rows } = await query<{ sum: string }>`
    select coalesce(sum(amount_minor), 0)::text as sum from transactions.transaction
    where direction = 'DEBIT' and initiator_id = ${personId} and created_at > ${at} and status not in ('REJECTED', 'CANCELED')
  `.execute(app.database.sql);
  return Number(rows[0]?.sum);
}

describe('small payments are added up', () => {
  const count = sized(32, 64);

  test(`of ${count} concurrent payments without a code only the allowance leaves`, async () => {
    const rounds = sized(1, 10);
    for (let round = 0; round < rounds; round += 1) {
      const beneficiaryId = await newPayee(victims, true);
      const since = new Date();
      await changeEmail(app, personId, 3);
      const small = pay(victims, { beneficiaryId, amount: '20.00' });
      const replies = await Promise.all(Array.from({ length: count }, () => send(app, small)));
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
      expect(new Set(replies.map(({ body }) => codeOf(body)))).toEqual(new Set([undefined, 'cooling_off']));
      expect(await leftSince(since)).toBe(4_000);
    }
    // The control: without cooling-off all of them leave.
    await changeEmail(app, personId, null);
    const since = new Date();
    const small = pay(victims, { beneficiaryId: await newPayee(victims, true), amount: '20.00' });
    const replies = await Promise.all(Array.from({ length: count }, () => send(app, small)));
    expect(replies.every(({ status }) => status === 201)).toBe(true);
    expect(await leftSince(since)).toBe(2_000 * count);
    record({
      id: 'D8',
      what: `${count} payments of 20.00 to a new payee at once, ${rounds} times, after a change of e-mail`,
      figure: `40.00 left each time${isFull ? '' : ' (short)'}`,
      control: 'without the change all are paid',
    });
  });

  test('codes that were requested while the allowance was whole pay once', async () => {
    const beneficiaryId = await newPayee(victims);
    await changeEmail(app, personId, 3);
    const wanted = await Promise.all(
      Array.from({ length: 4 }, (_, n) => pay(victims, { beneficiaryId, amount: `4${n}.00` })),
    );
    const keys = wanted.map(() => newId());
    const codes: string[] = [];
    for (const [place, { spec, input, token }] of wanted.entries()) {
      const asked = await app.call(spec, input, { token, idempotencyKey: keys[place] ?? '' });
      codes.push((asked.body as { detail: { code: string } }).detail.code);
    }
    const replies = await Promise.all(
      wanted.map(({ spec, input, token }, place) =>
        app.call(spec, input, { token, idempotencyKey: keys[place] ?? '', code: codes[place] ?? '' }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 401, 401, 401]);
    await changeEmail(app, personId, null);
  });

  test('the allowance is per person, in any profile', async () => {
    const { boris } = firm;
    const { id } = await addPayee(app, firm.companyId, { trusted: true, iban: newIban() });
    await changeEmail(app, boris.personId, 3);
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1)
      statuses.push((await order(app, { ...firm, payeeId: id }, boris, { amount: '20.00' })).status);
    expect(statuses).toEqual([201, 201, 409]);
    const waiting = await approveSmall();
    expect(waiting).toEqual(['409']);
    await changeEmail(app, boris.personId, null);
    expect(await approveSmall(), 'the control').toEqual(['APPROVED']);
  });

  /** Boris approves 20.00 that Clara ordered, from his own profile. */
  async function approveSmall() {
    const payeeId = (await addPayee(app, firm.companyId, { iban: newIban() })).id;
    await order(app, { ...firm, payeeId }, firm.clara, { amount: '20.00' });
    const [waiting] = (await inboxOf(app, firm.boris)).filter(({ facts }) => facts.reference === 'Invoice 7');
    return decide(app, firm.boris.token, waiting ? [waiting] : []);
  }
});
