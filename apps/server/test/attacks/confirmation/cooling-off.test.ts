/**
 * D8: an attacker who has taken over an access cannot pay a new payee for a day, by any call. The calls of the contract that may move
 * money or need a code are all listed here, as letting money leave or not.
 */
import {
  addCryptoPayee,
  amendOrder,
  approvePayment,
  type CallInput,
  changeOccurrence,
  changeStandingOrder,
  confirmPayout,
  createCryptoUser,
  createPayment,
  createStandingOrder,
  createWithdrawal,
  decideInbox,
  type EndpointSpec,
  endpoints,
  type PaymentInput,
  resumeStandingOrder,
  revealCard,
  sendMissedRun,
  setPin,
  showPin,
  termsVersions,
  topUpCard,
} from '@calmly/contract';
import { composeIban } from '@calmly/domain';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/platform/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { isFull, record, sized } from '../../support/campaign.ts';
import { callWithCode, createFirm, decide, type Firm, inboxOf, order } from '../../support/clients/firm.ts';
import { addPayee, createPayer, type Payer } from '../../support/clients/payments.ts';
import { typedPayout } from '../../support/clients/payouts.ts';
import { issue, topUp } from '../../support/issued-cards.ts';
import { cancel, fundsOf, newTrader, type OrderTerms, place, sendOrder } from '../../support/trading.ts';
import { prepareWithdrawal } from '../../support/wallets.ts';

let app: TestApp;
let payer: Payer;
let firm: Firm;
let personId: string;
let other: Payer;
beforeAll(async () => {
  app = await startTestApp();
  payer = await createPayer(app, { fundedMinor: 100_000_000n });
  other = await createPayer(app, { firstName: 'Boris' });
  firm = await createFirm(app);
  personId = await personOf(payer);
});
afterAll(() => app.close());

async function personOf({ clientId }: Pick<Payer, 'clientId'>): Promise<string> {
  const { rows } = await query<{ id: string }>`
    select holder_id as id from identity.client where id = ${clientId}`.execute(app.database.sql);
  return rows[0]?.id ?? '';
}

/** The person's email, their only factor, changed three hours ago; null: it never did. */
async function changeEmail(id: string, hours: number | null): Promise<void> {
  await query`
    update identity.person set email_changed_at = now() - ${hours} * interval '1 hour' where id = ${id}
  `.execute(app.database.sql);
  await query`delete from identity.cooling_sum where person_id = ${id}`.execute(app.database.sql);
  await query`delete from identity.challenge where person_id = ${id} and used_at is null`.execute(
    app.database.sql,
  );
}

interface Attempt<E extends EndpointSpec = EndpointSpec> {
  readonly spec: E;
  readonly input: CallInput<E>;
  readonly token: string;
  readonly personId: string;
}
const attempt = <E extends EndpointSpec>(spec: E, input: CallInput<E>): Attempt =>
  ({ spec, input, token: payer.token, personId }) as unknown as Attempt;

const pay = async (input: Partial<PaymentInput>) =>
  attempt(createPayment, {
    body: {
      debtorAccount: payer.account.number,
      amount: '60.00',
      reference: 'Invoice 7',
      chargeBearer: 'SHA',
      ...(input.beneficiaryId === undefined && { creditorName: 'Boris Tamm' }),
      ...input,
    },
  });

let ibans = 0;
/** An account at the same bank as the others, of someone new. */
function newIban(): string {
  ibans += 1;
  return composeIban('DE', `20050550${1_289_450_000 + ibans}`);
}
const newPayee = async (trusted = false) =>
  (await addPayee(app, payer.clientId, { trusted, iban: newIban() })).id;

const later = {
  frequency: 'ONCE',
  startOn: '2030-01-31',
  endOn: null,
  times: null,
  restDays: 'AFTER',
} as const;
const standing = async (input: object = {}) => ({
  debtorAccount: payer.account.number,
  beneficiaryId: await newPayee(),
  amount: '60.00',
  reference: 'Rent',
  chargeBearer: 'SHA' as const,
  ...later,
  ...input,
});
/** An order that was made in calm days, to a payee who is new by the time of the attack. */
const ordered = async (input: object = {}) =>
  (await callWithCode(app, createStandingOrder, { body: await standing(input) }, payer.token)).output.id;

/** A payment of the firm that waits for Boris, whose access is the one that is taken over. */
async function waitingForBoris() {
  const { id: payeeId } = await addPayee(app, firm.companyId, { iban: newIban() });
  const made = await order(app, { ...firm, payeeId }, firm.clara, { amount: '60.00' });
  const [waiting] = (await inboxOf(app, firm.boris)).filter(({ subjectId }) => subjectId === made.output.id);
  if (!waiting) throw new Error('nothing waits');
  return waiting;
}
const byBoris = <E extends EndpointSpec>(spec: E, input: CallInput<E>, company: boolean): Attempt =>
  ({
    spec,
    input,
    token: company ? firm.boris.companyToken : firm.boris.token,
    personId: firm.boris.personId,
  }) as unknown as Attempt;

/** A payout with one row, to someone who is no payee yet. */
async function payout() {
  const { id, version } = await typedPayout(app, payer, { account: newIban() });
  return attempt(confirmPayout, { params: { id }, body: { version, mode: 'ALL', payOn: null } });
}

/** A virtual card, with money on it where an amount is given. */
async function issuedCard(amount?: string): Promise<string> {
  const { id } = await issue(app, payer);
  if (amount !== undefined) await topUp(app, payer, id, amount);
  return id;
}

/** Each way in which money leaves; the name is the call's, and what differs. */
const leaving: Readonly<Record<string, () => Promise<Attempt>>> = {
  createPayment: async () => pay({ beneficiaryId: await newPayee() }),
  confirmPayout: payout,
  'createPayment, to a trusted payee': async () => pay({ beneficiaryId: await newPayee(true) }),
  'createPayment, to another client of ours': () => pay({ creditorAccount: other.account.number }),
  'createPayment, instant': async () => pay({ beneficiaryId: await newPayee(), instant: true }),
  createStandingOrder: async () => attempt(createStandingOrder, { body: await standing() }),
  'createStandingOrder, small ones without end': async () =>
    attempt(createStandingOrder, { body: await standing({ amount: '1.00', frequency: 'WEEKLY' }) }),
  changeStandingOrder: async () =>
    attempt(changeStandingOrder, {
      params: { id: await ordered({ amount: '1.00' }) },
      body: { amount: '60.00', reference: 'Rent', ...later },
    }),
  resumeStandingOrder: async () => {
    const id = await ordered();
    await query`update orders.standing_order set state = 'PAUSED' where id = ${id}`.execute(app.database.sql);
    return attempt(resumeStandingOrder, { params: { id } });
  },
  changeOccurrence: async () =>
    attempt(changeOccurrence, {
      params: { id: await ordered({ amount: '1.00' }) },
      body: { dueOn: later.startOn, amount: '60.00' },
    }),
  sendMissedRun: async () => {
    const id = await ordered();
    await query`insert into orders.run values (${id}, '2029-12-31', 'MISSED', now(), null)`.execute(
      app.database.sql,
    );
    return attempt(sendMissedRun, { params: { id }, body: { dueOn: '2029-12-31' } });
  },
  topUpCard: async () => {
    const body = { account: payer.account.number, amount: '60.00' };
    return attempt(topUpCard, { params: { id: await issuedCard() }, body });
  },
  revealCard: async () => attempt(revealCard, { params: { id: await issuedCard('60.00') } }),
  showPin: async () => {
    const id = await issuedCard('60.00');
    await callWithCode(app, setPin, { params: { id }, body: { pin: '7391' } }, payer.token);
    return attempt(showPin, { params: { id } });
  },
  createWithdrawal: async () => {
    await app.call(createCryptoUser, { body: { termsVersion: termsVersions.crypto } }, payer);
    return attempt(createWithdrawal, { body: (await prepareWithdrawal(app, payer)).order });
  },
  'createWithdrawal, to a new entry of the address book': async () => {
    await app.call(createCryptoUser, { body: { termsVersion: termsVersions.crypto } }, payer);
    const { order } = await prepareWithdrawal(app, payer);
    const { address, ...rest } = order;
    const label = newId();
    const entry = {
      label,
      asset: rest.asset,
      address: `0x${label.replaceAll('-', '').padEnd(40, '0')}`,
    } as const;
    const { output } = await callWithCode(app, addCryptoPayee, { body: entry }, payer.token);
    return attempt(createWithdrawal, { body: { ...rest, payeeId: output.id } });
  },
  approvePayment: async () => {
    const { subjectId, version } = await waitingForBoris();
    return byBoris(approvePayment, { params: { id: subjectId ?? '' }, body: { version } }, true);
  },
  decideInbox: async () => {
    const { id, version } = await waitingForBoris();
    return byBoris(decideInbox, { body: { items: [{ id, version }], decision: 'APPROVE' } }, false);
  },
};

/** Calls that could move money or ask for a code, and by which no money leaves the client. */
const staying = new Set([
  ...['makeRecoveryCodes', 'removeFactor', 'setMessageCodes', 'startPasskey', 'startTotp', 'changePassword'],
  ...['changeToken', 'requestAddressChange', 'requestContactChange', 'addCompany', 'requestCompanyChange'],
  ...['acceptHandover', 'changePerson', 'offerHandover', 'removePerson', 'resumePerson', 'suspendPerson'],
  ...['acceptInvitation', 'acceptOwnInvitation', 'invitePerson', 'changePolicy', 'allowConnection'],
  // An account is closed without money on it; the others are between the client's own accounts.
  ...['closeAccount', 'openAccount', 'requestIban', 'createQuote', 'executeExchange'],
  // The fee of a card is the bank's own. Only a card with money and a known number can pay.
  ...['issueCard', 'closeCard', 'replaceCard', 'withdrawFromCard'],
  ...['changeCardControls', 'unblockCard', 'setPin'],
  // A dispute brings money to the card.
  'openDispute',
  // Between account and wallet; a quote, an address and its check.
  ...['moveCrypto', 'quoteWithdrawal', 'checkCryptoAddress', 'createWallet', 'addCryptoPayee'],
  'cancelWithdrawal',
  // It frees money.
  'cancelOrder',
  ...['changeParty', 'createBeneficiary', 'trustBeneficiary', 'updateBeneficiary'],
  // They stop or put off what was confirmed, or bring back what was confirmed in full.
  ...[
    'cancelPayment',
    'rejectPayment',
    'endStandingOrder',
    'pauseStandingOrder',
    'skipRun',
    'restoreOccurrence',
  ],
  // Forms, papers and questions; requests ask others for money.
  ...['changeKeptForm', 'deleteKeptForm', 'keepForm', 'addAttachment', 'previewPayment'],
  ...['cancelMoneyRequest', 'createMoneyRequest', 'createPayLink', 'revokePayLink'],
  // Rows of a payout are not paid before they are confirmed.
  'cancelPayout',
  'repeatFailedRows',
  ...['cancelRepair', 'savePayoutPayees', 'undoRepair'],
  ...['changePayoutRows', 'createPayout', 'deletePayout', 'mapPayout', 'repairPayout', 'replacePayoutFile'],
  ...['renamePayout', 'setPayoutConfidential'],
  'uploadPayoutFile',
  // A saved export.
  'createExportProfile',
]);

/** Both sides of a trade stay in wallets of clients, but not of the same client: see the last test. */
const trading = ['placeOrder', 'amendOrder'];

test('every call of the contract that may move money or needs a code is known here', () => {
  const concerned = Object.values(endpoints).filter(
    ({ method, access, right, twoFactor, idempotent }: EndpointSpec) =>
      method !== 'GET' && access !== 'public' && (right === 'can_request_trans' || twoFactor || idempotent),
  );
  const known = new Set([
    ...staying,
    ...trading,
    ...Object.keys(leaving).map((name) => name.split(',')[0] ?? name),
  ]);
  expect(concerned.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
  expect([...known].filter((id) => !concerned.some((spec) => spec.id === id))).toEqual([]);
});

const codeOf = (body: unknown) => (body as { code?: string }).code;
const send = ({ spec, input, token }: Attempt) => app.call(spec, input, { token, idempotencyKey: newId() });

describe('after a change of the only factor a larger payment to a new payee waits', () => {
  test.each(Object.keys(leaving))('%s', async (name) => {
    const prepared = await leaving[name]?.();
    if (!prepared) throw new Error('no such way');
    await changeEmail(prepared.personId, 3);
    const refused = await send(prepared);
    await changeEmail(prepared.personId, null);
    expect([refused.status, codeOf(refused.body)]).toEqual([409, 'cooling_off']);
    expect(refused.text).toContain('unlock in 21 hours');
    // The control: nothing else stops the call.
    expect((await send(prepared)).status).toBe(203);
  });
});

/** What left the payer's accounts to others since then, in cents. */
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
      const beneficiaryId = await newPayee(true);
      const since = new Date();
      await changeEmail(personId, 3);
      const small = await pay({ beneficiaryId, amount: '20.00' });
      const replies = await Promise.all(Array.from({ length: count }, () => send(small)));
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
      expect(new Set(replies.map(({ body }) => codeOf(body)))).toEqual(new Set([undefined, 'cooling_off']));
      expect(await leftSince(since)).toBe(4_000);
    }
    // The control: in calm days all of them go.
    await changeEmail(personId, null);
    const since = new Date();
    const small = await pay({ beneficiaryId: await newPayee(true), amount: '20.00' });
    const replies = await Promise.all(Array.from({ length: count }, () => send(small)));
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
    const beneficiaryId = await newPayee();
    await changeEmail(personId, 3);
    const wanted = await Promise.all(
      Array.from({ length: 4 }, (_, n) => pay({ beneficiaryId, amount: `4${n}.00` })),
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
    await changeEmail(personId, null);
  });

  test('the allowance is per person, in any profile', async () => {
    const { boris } = firm;
    const { id } = await addPayee(app, firm.companyId, { trusted: true, iban: newIban() });
    await changeEmail(boris.personId, 3);
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1)
      statuses.push((await order(app, { ...firm, payeeId: id }, boris, { amount: '20.00' })).status);
    expect(statuses).toEqual([201, 201, 409]);
    const waiting = await approveSmall();
    expect(waiting).toEqual(['409']);
    await changeEmail(boris.personId, null);
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

/**
 * A thief with an access and an account of their own makes the client sell to them below the price and buy from them above it. Negative control, tried
 * once: where `judgeCooling` finds nothing to say, the first of these orders is placed (201).
 */
describe('after a change of access a client’s money is not given away by trading', () => {
  test('larger orders and changes of orders wait, small ones are added up, cancelling is free', async () => {
    const victim = await newTrader(app, { BTC: '2', EPI: '100000' });
    const thief = await newTrader(app, { BTC: '2', EPI: '100000' });
    const victimsPerson = await personOf(victim);
    await place(app, thief, { operation: 'SELL', amount: '0.01', price: '60000' });
    await place(app, victim, { operation: 'BUY', amount: '0.01', price: '60000' });
    const resting = await place(app, victim, { operation: 'SELL', amount: '0.5', price: '66000' });
    const doomed = await place(app, victim, { operation: 'SELL', amount: '0.5', price: '67000' });
    await place(app, thief, { operation: 'BUY', amount: '1', price: '48000' });
    const before = await fundsOf(app, victim);

    await changeEmail(victimsPerson, 3);
    const wanted: OrderTerms[] = [
      { operation: 'SELL', amount: '0.5', price: '48000' },
      // The value counts, not what a seller asks for it.
      { operation: 'SELL', amount: '0.001', price: '48000', timeInForce: 'IOC' },
      { operation: 'BUY', amount: '0.1', price: '72000' },
      { operation: 'SELL', amount: '0.5' },
      { operation: 'SELL', amount: '0.5', price: '48000', stopPrice: '59000' },
    ];
    for (const terms of wanted) {
      const refused = await sendOrder(app, victim, terms);
      expect([refused.status, codeOf(refused.body)]).toEqual([409, 'cooling_off_orders']);
      expect(refused.text).toContain('unlock in 21 hours');
    }
    const amended = await app.call(
      amendOrder,
      { params: { id: resting.id }, body: { price: '49000' } },
      { token: victim.token, idempotencyKey: newId() },
    );
    expect([amended.status, codeOf(amended.body)]).toEqual([409, 'cooling_off_orders']);
    expect((await cancel(app, victim, doomed.id)).status).toBe('CANCELED');
    expect((await fundsOf(app, victim)).EPI).toEqual(before.EPI);

    // 18 EPI each: two of them are within 50.00.
    const small = { operation: 'BUY', amount: '0.0003', price: '60000' } as const;
    const replies = await Promise.all(Array.from({ length: 32 }, () => sendOrder(app, victim, small)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(new Set(replies.map(({ body }) => codeOf(body)))).toEqual(
      new Set([undefined, 'cooling_off_orders']),
    );

    await changeEmail(victimsPerson, null);
    const first = wanted[0];
    if (!first) throw new Error('an order is tried');
    expect((await sendOrder(app, victim, first)).status, 'the control').toBe(201);
  });

  test('in calm days too a price far from the market is refused, however it is given', async () => {
    const victim = await newTrader(app, { BTC: '2', EPI: '100000' });
    const resting = await place(app, victim, { operation: 'SELL', amount: '0.5', price: '69000' });
    const far = await sendOrder(app, victim, {
      operation: 'SELL',
      amount: '0.5',
      type: 'MARKET',
      price: '1000',
    });
    expect([far.status, far.text]).toEqual([400, expect.stringContaining('more than 20%')]);
    const amended = await app.call(
      amendOrder,
      { params: { id: resting.id }, body: { price: '1000' } },
      { token: victim.token, idempotencyKey: newId() },
    );
    expect([amended.status, amended.text]).toEqual([400, expect.stringContaining('more than 20%')]);
  });
});
