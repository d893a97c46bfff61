/**
 * D8: an attacker who has taken over an access cannot pay a new payee for a day, by any call. All calls of the contract that may move
 * money or need a code are listed here, as letting money leave or not.
 */
import {
  addCryptoPayee,
  approvePayment,
  type CallInput,
  changeOccurrence,
  changeStandingOrder,
  confirmPayout,
  createCryptoUser,
  createStandingOrder,
  createWithdrawal,
  decideInbox,
  type EndpointSpec,
  endpoints,
  restoreOccurrence,
  resumeStandingOrder,
  revealCard,
  sendMissedRun,
  setPin,
  showPin,
  skipRun,
  termsVersions,
  topUpCard,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { callWithCode, type Firm, inboxOf, order } from '../../../support/clients/firm.ts';
import { addPayee, createPayer, type Payer } from '../../../support/clients/payments.ts';
import { typedPayout } from '../../../support/clients/payouts.ts';
import { issue, topUp } from '../../../support/issued-cards.ts';
import { prepareWithdrawal } from '../../../support/wallets.ts';
import {
  type Attempt,
  attempt,
  changeEmail,
  codeOf,
  createVictims,
  newIban,
  newPayee,
  pay,
  send,
  type Victims,
} from './victims.ts';

let app: TestApp;
let victims: Victims;
let payer: Payer;
let firm: Firm;
let other: Payer;
beforeAll(async () => {
  app = await startTestApp();
  victims = await createVictims(app);
  ({ payer, firm } = victims);
  other = await createPayer(app, { firstName: 'Boris' });
});
afterAll(() => app.close());

const later = {
  frequency: 'ONCE',
  startOn: '2030-01-31',
  endOn: null,
  times: null,
  restDays: 'AFTER',
} as const;
const standing = async (input: object = {}) => ({
  debtorAccount: payer.account.number,
  beneficiaryId: await newPayee(victims),
  amount: '60.00',
  reference: 'Rent',
  chargeBearer: 'SHA' as const,
  ...later,
  ...input,
});
/** An order made before the attack, to a payee who is new by then. */
const ordered = async (input: object = {}) =>
  (await callWithCode(app, createStandingOrder, { body: await standing(input) }, payer.token)).output.id;

/** A payment of the firm that waits for Boris, whose access is taken over. */
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

/** A payout with one row, to someone who is not yet a payee. */
async function payout() {
  const { id, version } = await typedPayout(app, payer, { account: newIban() });
  return attempt(victims, confirmPayout, {
    params: { id },
    body: { version, mode: 'ALL', payOn: null, skipNameCheck: true },
  });
}

/** A virtual card, with money on it if an amount is given. */
async function issuedCard(amount?: string): Promise<string> {
  const { id } = await issue(app, payer);
  if (amount !== undefined) await topUp(app, payer, id, amount);
  return id;
}

/** Each way for money to leave, named after its call and variant. */
const leaving: Readonly<Record<string, () => Promise<Attempt>>> = {
  createPayment: async () => pay(victims, { beneficiaryId: await newPayee(victims) }),
  confirmPayout: payout,
  'createPayment, to a trusted payee': async () =>
    pay(victims, { beneficiaryId: await newPayee(victims, true) }),
  'createPayment, to another client of ours': async () =>
    pay(victims, { creditorAccount: other.account.number }),
  'createPayment, instant': async () =>
    pay(victims, { beneficiaryId: await newPayee(victims), instant: true }),
  createStandingOrder: async () => attempt(victims, createStandingOrder, { body: await standing() }),
  'createStandingOrder, small ones without end': async () =>
    attempt(victims, createStandingOrder, { body: await standing({ amount: '1.00', frequency: 'WEEKLY' }) }),
  changeStandingOrder: async () =>
    attempt(victims, changeStandingOrder, {
      params: { id: await ordered({ amount: '1.00' }) },
      body: { amount: '60.00', reference: 'Rent', ...later },
    }),
  resumeStandingOrder: async () => {
    const id = await ordered();
    await query`update orders.standing_order set state = 'PAUSED' where id = ${id}`.execute(app.database.sql);
    return attempt(victims, resumeStandingOrder, { params: { id } });
  },
  changeOccurrence: async () =>
    attempt(victims, changeOccurrence, {
      params: { id: await ordered({ amount: '1.00' }) },
      body: { dueOn: later.startOn, amount: '60.00' },
    }),
  'restoreOccurrence, of a day in a colleague’s order': async () => {
    const { id: beneficiaryId } = await addPayee(app, firm.companyId, { iban: newIban() });
    const body = await standing({ debtorAccount: firm.account.number, beneficiaryId });
    const { output } = await callWithCode(app, createStandingOrder, { body }, firm.clara.companyToken);
    const day = { params: { id: output.id }, body: { dueOn: later.startOn } };
    await app.call(skipRun, day, { token: firm.boris.companyToken });
    return byBoris(restoreOccurrence, day, true);
  },
  sendMissedRun: async () => {
    const id = await ordered();
    await query`insert into orders.run values (${id}, '2029-12-31', 'MISSED', now(), null)`.execute(
      app.database.sql,
    );
    return attempt(victims, sendMissedRun, { params: { id }, body: { dueOn: '2029-12-31' } });
  },
  topUpCard: async () => {
    const body = { account: payer.account.number, amount: '60.00' };
    return attempt(victims, topUpCard, { params: { id: await issuedCard() }, body });
  },
  revealCard: async () => attempt(victims, revealCard, { params: { id: await issuedCard('60.00') } }),
  showPin: async () => {
    const id = await issuedCard('60.00');
    await callWithCode(app, setPin, { params: { id }, body: { pin: '7391' } }, payer.token);
    return attempt(victims, showPin, { params: { id } });
  },
  createWithdrawal: async () => {
    await app.call(createCryptoUser, { body: { termsVersion: termsVersions.crypto } }, payer);
    return attempt(victims, createWithdrawal, { body: (await prepareWithdrawal(app, payer)).order });
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
    return attempt(victims, createWithdrawal, { body: { ...rest, payeeId: output.id } });
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

/** Calls that could move money or need a code, but let no money leave the client. */
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
  // Texts and files.
  ...['startConversation', 'sendMessage'],
  // Between account and wallet; a quote, an address and its check.
  ...['moveCrypto', 'quoteWithdrawal', 'checkCryptoAddress', 'createWallet', 'addCryptoPayee'],
  'cancelWithdrawal',
  // It releases money.
  'cancelOrder',
  ...['changeParty', 'createBeneficiary', 'trustBeneficiary', 'updateBeneficiary'],
  // They stop or postpone confirmed payments.
  ...['cancelPayment', 'rejectPayment', 'endStandingOrder', 'pauseStandingOrder', 'skipRun'],
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

/** Both sides of a trade stay in wallets of clients, but not of the same client: see `trading.test.ts`. */
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
  const marked = Object.values(endpoints).filter(({ money }: EndpointSpec) => money === 'leaves');
  expect(marked.map(({ id }) => id).filter((id) => staying.has(id))).toEqual([]);
  // A card pays others later, with its number.
  const byCard = ['topUpCard', 'revealCard', 'showPin'];
  const leave = [...known].filter((id) => !staying.has(id) && !byCard.includes(id));
  expect(marked.map(({ id }) => id).toSorted()).toEqual(leave.toSorted());
});

describe('after a change of the only factor a larger payment to a new payee waits', () => {
  test.each(Object.keys(leaving))('%s', async (name) => {
    const prepared = await leaving[name]?.();
    if (!prepared) throw new Error('no such way');
    await changeEmail(app, prepared.personId, 3);
    const refused = await send(app, prepared);
    await changeEmail(app, prepared.personId, null);
    expect([refused.status, codeOf(refused.body)]).toEqual([409, 'cooling_off']);
    expect(refused.text).toContain('unlock in 21 hours');
    // The control: nothing else stops the call.
    expect((await send(app, prepared)).status).toBe(203);
  });
});
