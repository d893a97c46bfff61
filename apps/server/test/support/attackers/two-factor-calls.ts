/**
 * Every call of the contract that needs a code, prepared: its objects exist, and with its code it succeeds. A new call of the contract
 * is missing here and fails the tests that cover them. The calls bypass the socket.
 */
import { randomUUID } from 'node:crypto';
import {
  createStandingOrder,
  type EndpointSpec,
  endpoints,
  offerHandover,
  skipRun,
  termsVersions,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { sql as query } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from '../app.ts';
import { newClient, type SignedIn } from '../clients/clients.ts';
import { callWithCode, newBoss, newColleague, noRights } from '../clients/colleagues.ts';
import { handInPaper, newActiveCompany } from '../clients/companies.ts';
import { follow, question, registerThirdParty, uidOf } from '../clients/connected/third-party.ts';
import { createFirm, inboxOf, order } from '../clients/firm.ts';
import { inviteBy, linkTo } from '../clients/joining/invitations.ts';
import { addPayee, createPayer, openAnotherAccount } from '../clients/payments.ts';
import { typedPayout } from '../clients/payouts.ts';
import { pageObjects, pdfOf } from '../files/files.ts';
import { createCardholder } from '../issued-cards.ts';
import { createBrowser } from '../processes/browser.ts';
import { sendDirectly } from '../processes/direct.ts';
import { newTrader, place } from '../trading.ts';
import { createHolder, prepareWithdrawal } from '../wallets.ts';
import { sampleBodies } from './sample-bodies.ts';

export interface Prepared {
  readonly id?: string;
  /** Of an application's request, and the cookie of its browser. */
  readonly uid?: string;
  readonly cookie?: string;
  readonly body?: object;
  /** The raw body, if its exact form matters. */
  readonly text?: string;
  /** Of someone other than the client. */
  readonly token?: string;
}

/** The parts of an answer that are read: the id of the created object, or the challenge. */
interface Reply {
  readonly Id?: string;
  readonly code?: string;
  readonly detail?: { readonly code?: string; readonly challenge_id?: string };
}

export interface TwoFactorCalls {
  readonly client: SignedIn;
  /** The prerequisites of a call before it asks for a code: the object it changes, a document it refers to. */
  prepare(id: string): Promise<Prepared>;
  call: (
    spec: EndpointSpec | undefined,
    prepared: Prepared,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{
    readonly status: number;
    readonly cache: string | undefined;
    readonly id: string;
    readonly problem: string | undefined;
    readonly detail: NonNullable<Reply['detail']>;
  }>;
}

const tradersFunds = { BTC: '2', EPI: '100000' };
const schedule = { Frequency: 'MONTHLY', StartDate: '2030-01-31' };

export async function prepareTwoFactorCalls(app: TestApp): Promise<TwoFactorCalls> {
  const client = await newClient(app, { phone: '+37120000678' });
  const payeeId = (await addPayee(app, client.clientId, { name: 'Rheinwerk GmbH' })).id;

  const prepared: Readonly<Record<string, () => Promise<Prepared>>> = {
    changeToken: async () => {
      const { boris } = await createFirm(app);
      const { rows } = await query<{ id: string }>`
        select client_id as id from identity.membership
        where person_id = ${boris.personId} and client_id <> ${boris.clientId}`.execute(app.database.sql);
      await query`
        update identity.session set proved_at = now() - interval '1 day' where person_id = ${boris.personId}
      `.execute(app.database.sql);
      return { token: boris.token, id: rows[0]?.id ?? '', body: {} };
    },
    trustBeneficiary: async () => ({ id: payeeId, body: { Trusted: true } }),
    createPayment: async () => payment(),
    confirmPayout: async () => {
      const payer = await createPayer(app);
      const { id, version } = await typedPayout(app, payer);
      return {
        token: payer.token,
        id,
        body: { Version: version, Mode: 'ALL', Date: null, SkipNameCheck: true },
      };
    },
    savePayoutPayees: async () => {
      const payer = await createPayer(app);
      const { id, version } = await typedPayout(app, payer);
      return { token: payer.token, id, body: { Version: version, Kind: null, Kinds: [] } };
    },
    createStandingOrder: async () => {
      const { token, body } = await payment();
      return { token, body: { ...body, ...schedule } };
    },
    changeStandingOrder: async () => ({
      ...(await standingOrder()),
      body: { Amount: '20.00', Details: 'Rent, higher', ...schedule },
    }),
    resumeStandingOrder: async () => {
      const made = await standingOrder();
      await query`update orders.standing_order set state = 'PAUSED' where id = ${made.id}`.execute(
        app.database.sql,
      );
      return { ...made, body: {} };
    },
    changeOccurrence: async () => ({
      ...(await standingOrder()),
      body: { DueDate: schedule.StartDate, Amount: '30.00' },
    }),
    restoreOccurrence: async () => {
      // Only the owner of an order needs no code.
      const { account, payeeId: beneficiaryId, boris, clara } = await createFirm(app);
      const terms = { amount: '10.00', reference: 'Rent', chargeBearer: 'SHA' as const };
      const dates = { frequency: 'MONTHLY' as const, startOn: schedule.StartDate, endOn: null, times: null };
      const body = {
        debtorAccount: account.number,
        beneficiaryId,
        ...terms,
        ...dates,
        restDays: 'AFTER' as const,
      };
      const { output } = await callWithCode(app, { token: clara.companyToken }, createStandingOrder, {
        body,
      });
      const day = { params: { id: output.id }, body: { dueOn: schedule.StartDate } };
      expect((await app.call(skipRun, day, { token: boris.companyToken })).status).toBe(200);
      return { token: boris.companyToken, id: output.id, body: { DueDate: schedule.StartDate } };
    },
    sendMissedRun: async () => {
      const made = await standingOrder();
      const missed = '2029-12-31';
      await query`insert into orders.run values (${made.id}, ${missed}, 'MISSED', now(), null)`.execute(
        app.database.sql,
      );
      return { ...made, body: { DueDate: missed } };
    },
    updateBeneficiary: async () => ({
      id: payeeId,
      body: { bank_details: [{ iban: 'DE02120300000000202051', currency: 'EUR' }] },
    }),
    changeParty: async () => ({ id: payeeId }),
    closeAccount: async () => {
      await openAnotherAccount(app, client.clientId);
      return { id: (await openAnotherAccount(app, client.clientId)).id };
    },
    requestIban: async () => {
      await call(endpoints.acceptTerms, {
        body: { iban_mdle: { version: termsVersions.iban_mdle, read: true } },
      });
      return {};
    },
    requestAddressChange: async () => {
      const FileBody = pdfOf(pageObjects()).toString('base64');
      const kept = await call(endpoints.uploadDocument, { body: { FileName: 'bill.pdf', FileBody } });
      const sample = sampleBodies.requestAddressChange;
      return { body: { ...sample, Documents: [kept.id] } };
    },
    requestCompanyChange: async () => {
      const boss = await newClient(app);
      await newActiveCompany(app, boss);
      const sample = sampleBodies.requestCompanyChange;
      return { token: boss.token, body: { ...sample, Documents: [await handInPaper(app, boss)] } };
    },
    allowConnection: async () => {
      const browser = createBrowser(app.url);
      const { address } = await question(await registerThirdParty(app));
      const uid = uidOf(await follow(browser, address));
      const account = await openAnotherAccount(app, client.clientId);
      return { uid, cookie: `connect_request=${uid}`, body: { AccountIds: [account.id] } };
    },
    removeFactor: async () => ({ id: await ensureTotp() }),
    changePolicy: async () => ({ token: (await createFirm(app)).boris.companyToken }),
    decideInbox: async () => {
      const { maria, waiting } = await waitingPayment();
      const items = [{ Id: waiting.id, Version: waiting.version }];
      return { token: maria.token, body: { Items: items, Decision: 'APPROVE' } };
    },
    approvePayment: async () => {
      const { maria, waiting } = await waitingPayment();
      return {
        token: maria.companyToken,
        id: waiting.subjectId ?? '',
        body: { Version: waiting.version },
      };
    },
    rejectPayment: async () => {
      const { maria, waiting } = await waitingPayment();
      const body = { Version: waiting.version, Reason: 'Not this month' };
      return { token: maria.companyToken, id: waiting.subjectId ?? '', body };
    },
    changePerson: async () => colleague(),
    suspendPerson: async () => colleague(),
    removePerson: async () => colleague(),
    resumePerson: async () => {
      const ready = await colleague();
      await query`update identity.membership set status = 'SUSPENDED' where person_id = ${ready.id}`.execute(
        app.database.sql,
      );
      return ready;
    },
    invitePerson: async () => ({ token: (await newBoss(app)).token }),
    acceptInvitation: async () => {
      await inviteBy(app, await newBoss(app), { email: client.email, rights: noRights });
      return { body: { Token: await linkTo(app, client.email) } };
    },
    acceptOwnInvitation: async () => ({
      id: (await inviteBy(app, await newBoss(app), { email: client.email, rights: noRights })).output.id,
    }),
    offerHandover: async () => {
      const { id, token } = await colleague();
      return { token, body: { PersonId: id } };
    },
    acceptHandover: async () => {
      const boss = await newBoss(app);
      const clara = await newColleague(app, boss, { rights: noRights });
      const body = { personId: clara.personId };
      const { id } = (await callWithCode(app, boss, offerHandover, { body })).output;
      return { token: clara.token, id };
    },
    issueCard: async () => {
      const payer = await createPayer(app);
      return { token: payer.token, body: { ...sampleBodies.issueCard, AccountFrom: payer.account.number } };
    },
    changeCardControls: async () => {
      const { token, id } = await card();
      await query`
        update cards.card set controls = jsonb_set(controls, '{online}', 'false') where id = ${id}
      `.execute(app.database.sql);
      return { token, id };
    },
    unblockCard: async () => {
      const made = await card();
      await call(endpoints.blockCard, { ...made, body: {} });
      return { ...made, body: {} };
    },
    closeCard: async () => ({ ...(await card()), body: {} }),
    replaceCard: async () => card(),
    topUpCard: async () => {
      const { token, id, account } = await card();
      return { token, id, body: { AccountFrom: account, Amount: '10.00' } };
    },
    revealCard: async () => ({ ...(await card()), body: {} }),
    showPin: async () => {
      const made = await card();
      await confirm('setPin', made);
      return { ...made, body: {} };
    },
    setPin: async () => card(),
    addCryptoPayee: async () => ({ token: (await createHolder(app)).token }),
    moveCrypto: async () => {
      const { token, account } = await createHolder(app);
      return { token, body: { Type: 'Deposit', LedgerAccountNumber: account.number, Amount: '10.00' } };
    },
    createWithdrawal: async () => {
      const { token, order } = await prepareWithdrawal(app);
      const { asset: Currency, amount: Amount, address: Address, quoteId: QuoteId } = order;
      return { token, body: { Currency, Amount, Address, QuoteId } };
    },
    placeOrder: async () => {
      const { token, personId } = await newTrader(app, tradersFunds);
      await startCoolingOff(personId);
      return { token };
    },
    amendOrder: async () => {
      const trader = await newTrader(app, tradersFunds);
      const { id } = await place(app, trader, { operation: 'BUY', amount: '0.1', price: '50000' });
      await startCoolingOff(trader.personId);
      return { token: trader.token, id };
    },
    makeRecoveryCodes: async () => {
      await ensureTotp();
      return {};
    },
  };

  /** The password was set by an emailed link and the allowance is used up: every order needs a code by email, a factor from before. */
  async function startCoolingOff(personId: string) {
    await query`update identity.person set password_reset_at = now() - interval '3 hours' where id = ${personId}`.execute(
      app.database.sql,
    );
    await query`insert into identity.cooling_sum values (${personId}, 5000, now())`.execute(app.database.sql);
  }

  /** A payment of a funded client to a payee. */
  async function payment() {
    const payer = await createPayer(app);
    const { id: BeneficiaryId } = await addPayee(app, payer.clientId);
    const order = { Amount: '10.00', Details: 'Invoice 7' };
    return { token: payer.token, body: { AccountFrom: payer.account.number, BeneficiaryId, ...order } };
  }

  /** A standing order, confirmed. */
  async function standingOrder() {
    const { token, body } = await payment();
    const key = { 'idempotency-key': randomUUID() };
    const spec = endpoints.createStandingOrder;
    const ordered = { token, body: { ...body, ...schedule } };
    const code = (await call(spec, ordered, key)).detail.code ?? '';
    return { token, id: (await call(spec, ordered, { ...key, 'x-tfa-code': code })).id };
  }

  /** A card in use, and the account that paid for it. */
  async function card() {
    const { token, card, account } = await createCardholder(app);
    return { token, id: card.id, account: account.number };
  }

  /** Makes a call with its sample body and the code that it asks for. */
  async function confirm(name: string, prepared: Prepared) {
    const code = (await call(endpoints[name], prepared)).detail.code ?? '';
    return call(endpoints[name], prepared, { 'x-tfa-code': code });
  }

  /** A colleague without rights, and the token of their administrator. */
  async function colleague() {
    const boss = await newBoss(app);
    const { personId } = await newColleague(app, boss, { rights: noRights });
    return { token: boss.token, id: personId };
  }

  /** A payment that waits for Maria. */
  async function waitingPayment() {
    const firm = await createFirm(app);
    await order(app, firm, firm.clara);
    const [waiting] = await inboxOf(app, firm.maria);
    if (!waiting) throw new Error('nothing waits');
    return { maria: firm.maria, waiting };
  }

  /** An authenticator app of the client; its codes do not matter here. */
  async function ensureTotp(): Promise<string> {
    // Codes still go by email, where the sandbox shows them.
    await query`update identity.person set preferred_method = 'email' where id = ${client.personId}`.execute(
      app.database.sql,
    );
    const { rows } = await query<{ id: string }>`
      insert into identity.totp (id, person_id, name, secret, last_step, created_at)
      values (${newId()}, ${client.personId}, 'App', ${Buffer.from('sealed')}, 0, now())
      on conflict (person_id) do update set name = 'App' returning id`.execute(app.database.sql);
    return rows[0]?.id ?? '';
  }

  async function call(
    spec: EndpointSpec | undefined,
    { id = client.clientId, uid = '', cookie = '', body, text, token = client.token }: Prepared,
    headers: Record<string, string> = {},
  ) {
    if (!spec) throw new Error('there is no such call');
    const answer = await sendDirectly(app.app.server, {
      method: spec.method,
      path: `/api${spec.path.replace('{id}', id).replace('{uid}', uid)}`,
      headers: {
        host: new URL(app.url).host,
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
        cookie,
        ...headers,
      },
      body: text ?? JSON.stringify(body ?? sampleBodies[spec.id] ?? {}),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    const { Id = '', code: problem, detail = {} } = (isJson ? JSON.parse(answer.text) : {}) as Reply;
    const cache = answer.headers['cache-control'];
    return { status: answer.status, cache, id: Id, problem, detail };
  }

  return { client, prepare: async (id) => (await prepared[id]?.()) ?? {}, call };
}
