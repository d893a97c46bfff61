/** No code is requested or used for money that is not there: every call that moves money now refuses first. */
import {
  type CallInput,
  confirmPayout,
  createPayment,
  createWithdrawal,
  type EndpointSpec,
  moveCrypto,
  quoteWithdrawal,
  topUpCard,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { addCard } from '../../support/cards.ts';
import { problemOf } from '../../support/clients/colleagues.ts';
import { addPayee, type Payer } from '../../support/clients/payments.ts';
import { uploadPayout } from '../../support/clients/payouts.ts';
import { anna, confirmBody, fileOf, rowOf } from '../../support/files/payout-rows.ts';
import { createHolder, move, outside } from '../../support/wallets.ts';

let app: TestApp;
let holder: Payer;
let payeeId: string;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  holder = await createHolder(app);
  payeeId = (await addPayee(app, holder.clientId)).id;
  await move(app, holder, 'Deposit', '100.00');
});
afterAll(() => app.close());

interface Row {
  readonly what: string;
  readonly endpoint: EndpointSpec;
  /** With an available amount and one that is too large. */
  readonly input: (amount: string) => Promise<object>;
  readonly enough: string;
  readonly tooMuch: string;
}

const huge = '100000000000000000000.00';

const rows: readonly Row[] = [
  {
    what: 'a payment',
    endpoint: createPayment,
    input: async (amount) => ({
      body: {
        debtorAccount: holder.account.number,
        beneficiaryId: payeeId,
        amount,
        reference: 'Invoice 7',
        chargeBearer: 'SHA',
      },
    }),
    enough: '10.00',
    tooMuch: '999999.00',
  },
  {
    what: 'a top-up of a card',
    endpoint: topUpCard,
    input: async (amount) => {
      const { clientId } = holder;
      const { card } = await addCard(app.database, { clientId, holderId: await personOf() });
      return { params: { id: card.id }, body: { account: holder.account.number, amount } };
    },
    enough: '10.00',
    tooMuch: huge,
  },
  {
    what: 'a move to a wallet',
    endpoint: moveCrypto,
    input: async (amount) => ({ body: { type: 'Deposit', account: holder.account.number, amount } }),
    enough: '10.00',
    tooMuch: huge,
  },
  {
    what: 'a move from a wallet',
    endpoint: moveCrypto,
    input: async (amount) => ({ body: { type: 'Transfer', account: holder.account.number, amount } }),
    enough: '10.00',
    tooMuch: huge,
  },
  {
    what: 'a crypto withdrawal',
    endpoint: createWithdrawal,
    input: async (amount) => {
      const quote = await app.call(quoteWithdrawal, { body: { asset: 'EPI' } }, holder);
      return { body: { asset: 'EPI', address: outside.evm, quoteId: quote.output.id, amount } };
    },
    enough: '60',
    tooMuch: '100000000000000000000',
  },
  {
    what: 'a payout',
    endpoint: confirmPayout,
    input: async (amount) => {
      const payout = await uploadPayout(app, holder, fileOf(rowOf('Anna Tamm', anna, amount, newId())));
      return { params: { id: payout.id }, body: confirmBody(payout) };
    },
    enough: '10.00',
    tooMuch: '999999.00',
  },
];

async function personOf(): Promise<string> {
  const { rows: found } = await app.database.pool.query<{ id: string }>(
    'select person_id as id from identity.membership where client_id = $1',
    [holder.clientId],
  );
  return found[0]?.id ?? '';
}

test.for(rows)('$what', async ({ endpoint, input, enough, tooMuch }) => {
  const send = async (amount: string) =>
    app.call(endpoint, (await input(amount)) as CallInput<EndpointSpec>, {
      token: holder.token,
      idempotencyKey: newId(),
    });
  // The control.
  expect((await send(enough)).status).toBe(203);
  const refused = await send(tooMuch);
  expect(refused.status).not.toBe(203);
  expect(['insufficient_balance', 'insufficient_funds']).toContain(problemOf(refused));
});
