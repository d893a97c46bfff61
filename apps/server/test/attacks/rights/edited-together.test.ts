/**
 * Two people edit the same thing: the second save names the replaced version and is refused if that has changed. Every editing call is compared with
 * the
 * contract, so a new one without a version fails here.
 */
import {
  type CallInput,
  changeKeptForm,
  changeNote,
  changeReceiptRule,
  changeReceiptRules,
  type EndpointSpec,
  endpoints,
  getCard,
  getKeptForm,
  getPayout,
  getReceiptRule,
  getReceiptRules,
  keepForm,
  listAccounts,
  listAnnotations,
  renameAccount,
  renameCard,
  renamePayout,
  type TypedForm,
  toWireName,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { addCard } from '../../support/cards.ts';
import { problemOf } from '../../support/clients/colleagues.ts';
import { createFirm, type Firm, order } from '../../support/clients/firm.ts';
import { uploadPayout } from '../../support/clients/payouts.ts';
import { anna, fileOf, rowOf } from '../../support/files/payout-rows.ts';

let app: TestApp;
let firm: Firm;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  firm = await createFirm(app);
});
afterAll(() => app.close());

const boris = () => ({ token: firm.boris.companyToken });
const maria = () => ({ token: firm.maria.companyToken });

/** Personal in one client or at the bank, so no colleague edits it. */
const own = 'only the person edits it';
/** Before there is a client: one person fills it in. */
const application = 'one person applies';
/** It sets a state, whatever was before, without values from a form. */
const action = 'an action, no edited values';
const desk = 'the sandbox’s desk, which no client sees';

const withoutVersion: Readonly<Record<string, string>> = {
  acceptTerms: action,
  activateCard: action,
  blockCard: action,
  unblockCard: action,
  setPin: action,
  allowConnection: action,
  suspendPerson: action,
  acceptHandover: action,
  acceptOwnInvitation: action,
  trustBeneficiary: action,
  closeConversation: action,
  readConversation: action,
  changeToken: action,
  replaceCard: 'orders a new card',
  saveView: 'a new view',
  categorise: 'a choice from a list, saved as it is made; it replaces no typed text',
  amendOrder: 'sends only the price or amount that was changed since the form opened',
  changePayoutRows: 'each changed row names its version',
  decideInbox: 'each decision names the version of its request',
  uploadPayoutFile: 'the version is in the query, because the body is the file',
  saveThreshold: own,
  saveDigest: own,
  saveColumns: own,
  changeView: own,
  changeExportProfile: own,
  savePreferences: own,
  saveNotificationChoice: own,
  saveQuietHours: own,
  markRead: own,
  markAllRead: own,
  keepPushBrowser: own,
  savePushBrowser: own,
  renameDevice: own,
  renameFactor: own,
  setPreferredFactor: own,
  setMessageCodes: own,
  changePassword: own,
  resetPassword: own,
  saveAccountChoice: application,
  saveResidentialAddress: application,
  saveCompany: application,
  saveCompanyFacts: application,
  savePerson: application,
  decideDeskDispute: desk,
  decideDeskPayment: desk,
  decideDeskPurchase: desk,
};

const edits = Object.values(endpoints as Readonly<Record<string, EndpointSpec>>).filter(
  ({ id, method }) => method === 'PUT' || /^(change|edit|rename|replace|save|set|update)[A-Z]/.test(id),
);
const names = ({ body }: EndpointSpec, field: string) =>
  body !== undefined && toWireName(body, field) !== field;
const sorted = (ids: readonly string[]) => ids.toSorted((one, other) => one.localeCompare(other));

// Control: an edit without a version, or an obsolete reason, is named here.
test('every editing call names the replaced version, or has a reason not to', () => {
  const bare = edits.filter((each) => !names(each, 'version') && !names(each, 'before')).map(({ id }) => id);
  expect(sorted(bare)).toEqual(sorted(Object.keys(withoutVersion)));
});

interface Edit<E extends EndpointSpec = EndpointSpec> {
  readonly endpoint: E;
  readonly code: string;
  /** Creates the thing, and returns both edits and the stored value. */
  readonly make: () => Promise<{
    /** Maria's, while Boris's form is open. */
    readonly hers: CallInput<E>;
    /** Boris's, based on the values before hers. */
    readonly his: CallInput<E>;
    /** Boris's, based on hers. */
    readonly again: () => Promise<CallInput<E>>;
    readonly stored: () => Promise<unknown>;
  }>;
}
const edit = <E extends EndpointSpec>(row: Edit<E>) => row as unknown as Edit;

const typed: TypedForm = {
  between: 'someone',
  debtorAccountId: '',
  payeeKind: 'beneficiary',
  beneficiaryId: '',
  bankAccount: '',
  clientAccount: '',
  clientName: '',
  creditorAccountId: '',
  amount: '10.00',
  reference: 'Rent',
  chargeBearer: 'SHA',
  instant: false,
  purpose: '',
  frequency: 'NOW',
  startOn: '',
  ends: 'NEVER',
  endOn: '',
  times: '',
  restDays: 'AFTER',
};

/** Singletons are saved with other values each time: saving the stored values changes nothing and passes. */
let made = 0;

const rows: readonly Edit[] = [
  edit({
    endpoint: renameAccount,
    code: 'account_changed',
    async make() {
      const params = { id: firm.account.id };
      const nameNow = async () =>
        (await app.call(listAccounts, { query: {} }, boris())).output.Items.find(({ id }) => id === params.id)
          ?.name ?? '';
      const before = await nameNow();
      made += 1;
      const [wages, rent] = [`Wages ${made}`, `Rent ${made}`];
      return {
        hers: { params, body: { name: wages, before } },
        his: { params, body: { name: rent, before } },
        again: () => Promise.resolve({ params, body: { name: rent, before: wages } }),
        stored: nameNow,
      };
    },
  }),
  edit({
    endpoint: renameCard,
    code: 'card_changed',
    async make() {
      const owner = { clientId: firm.companyId, holderId: firm.boris.personId };
      const { card } = await addCard(app.database, owner, { name: 'Travel', design: 'ink' });
      const params = { id: card.id };
      const before = { name: 'Travel', design: 'ink' } as const;
      return {
        // She changes the design alone, which his new name would have undone.
        hers: { params, body: { name: 'Travel', design: 'coral' as const, before } },
        his: { params, body: { name: 'Trips', design: 'ink' as const, before } },
        again: () =>
          Promise.resolve({
            params,
            body: {
              name: 'Trips',
              design: 'coral' as const,
              before: { name: 'Travel', design: 'coral' as const },
            },
          }),
        async stored() {
          const { name, design } = (await app.call(getCard, { params }, boris())).output;
          return [name, design];
        },
      };
    },
  }),
  edit({
    endpoint: renamePayout,
    code: 'payout_changed',
    async make() {
      const payout = await uploadPayout(app, boris(), fileOf(rowOf('Anna Tamm', anna, '1.00')));
      const params = { id: payout.id };
      const before = payout.name;
      return {
        hers: { params, body: { name: 'Wages', before } },
        his: { params, body: { name: 'Rent', before } },
        again: () => Promise.resolve({ params, body: { name: 'Rent', before: 'Wages' } }),
        stored: async () => (await app.call(getPayout, { params }, boris())).output.name,
      };
    },
  }),
  edit({
    endpoint: changeReceiptRules,
    code: 'receipt_rules_changed',
    async make() {
      const before = (await app.call(getReceiptRules, {}, boris())).output;
      made += 1;
      const hers = { ask: 'ABOVE', above: `${50 + made}.00`, lockAfterDays: null } as const;
      const his = { ask: 'ALWAYS', above: null, lockAfterDays: 3 + made } as const;
      return {
        hers: { body: { ...hers, before } },
        his: { body: { ...his, before } },
        again: () => Promise.resolve({ body: { ...his, before: hers } }),
        stored: async () => (await app.call(getReceiptRules, {}, boris())).output,
      };
    },
  }),
  edit({
    endpoint: changeReceiptRule,
    code: 'receipt_rules_changed',
    async make() {
      const before = (await app.call(getReceiptRule, {}, boris())).output;
      made += 1;
      const hers = { above: `${100 + made}.00`, from: '2026-01-01' };
      const his = { above: `${20 + made}.00`, from: '2026-02-01' };
      return {
        hers: { body: { ...hers, before } },
        his: { body: { ...his, before } },
        again: () => Promise.resolve({ body: { ...his, before: hers } }),
        stored: async () => (await app.call(getReceiptRule, {}, boris())).output,
      };
    },
  }),
  edit({
    endpoint: changeNote,
    code: 'note_changed',
    async make() {
      await order(app, firm, firm.boris, { amount: '1.00', reference: `Note ${newId()}` });
      const { rows: found } = await query<{ id: string }>`
        select id from transactions.transaction where client_id = ${firm.companyId} order by id desc limit 1
      `.execute(app.database.sql);
      const params = { id: found[0]?.id ?? '' };
      return {
        hers: { params, body: { note: 'Refunded in May', before: null } },
        his: { params, body: { note: 'Ask Clara', before: null } },
        again: () => Promise.resolve({ params, body: { note: 'Ask Clara', before: 'Refunded in May' } }),
        stored: async () =>
          (await app.call(listAnnotations, { query: { paymentIds: params.id } }, boris())).output.items[0]
            ?.note,
      };
    },
  }),
  edit({
    endpoint: changeKeptForm,
    code: 'kept_form_changed',
    async make() {
      const body = { kind: 'TEMPLATE', name: 'Office', form: typed } as const;
      const { output } = await app.call(keepForm, { body }, { ...boris(), idempotencyKey: newId() });
      const params = { id: output.id };
      const now = async () => (await app.call(getKeptForm, { params }, boris())).output;
      const version = output.updatedAt;
      const his = { ...body, name: 'Rent' };
      return {
        hers: { params, body: { ...body, form: { ...typed, amount: '12.00' }, version } },
        his: { params, body: { ...his, version } },
        again: async () => ({ params, body: { ...his, version: (await now()).updatedAt } }),
        async stored() {
          const { name, form } = await now();
          return [name, form.amount];
        },
      };
    },
  }),
];

test('each edit that names the values before has a row', () => {
  const withBefore = edits.filter((each) => names(each, 'before')).map(({ id }) => id);
  expect(sorted(rows.map(({ endpoint }) => endpoint.id))).toEqual(sorted([...withBefore, 'changeKeptForm']));
});

// Control: without the comparison the second save undoes the first.
describe.each(rows.map((row) => ({ ...row, id: row.endpoint.id })))('$id', ({ endpoint, code, make }) => {
  test('a save that is based on older values is refused and changes nothing', async () => {
    const { hers, his, again, stored } = await make();
    expect((await app.call(endpoint, hers, maria())).status).toBe(200);
    const before = await stored();
    const refused = await app.call(endpoint, his, boris());
    expect([refused.status, problemOf(refused)]).toEqual([409, code]);
    expect(await stored()).toEqual(before);
    expect((await app.call(endpoint, await again(), boris())).status).toBe(200);
    expect(await stored()).not.toEqual(before);
  });

  test('of two saves at the same moment that replace the same values, one is refused', async () => {
    const { hers, his } = await make();
    const answers = await Promise.all([app.call(endpoint, hers, maria()), app.call(endpoint, his, boris())]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
