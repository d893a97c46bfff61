/** The people whose calls lose their responses, and their effects. */
import { type CardDetails, createStandingOrder, openAccount } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { type RawBuilder, sql } from 'kysely';
import type { TestApp } from '../../support/app.ts';
import { callWithCode, createFirm, type Firm } from '../../support/clients/firm.ts';
import { addPayee, createPayer, openAnotherAccount, type Payer } from '../../support/clients/payments.ts';
import { createCardholder, topUp } from '../../support/issued-cards.ts';
import { newTrader, type Trader } from '../../support/trading.ts';
import { createHolder } from '../../support/wallets.ts';

export interface People {
  readonly app: TestApp;
  readonly payer: Payer;
  readonly other: Payer;
  readonly firm: Firm;
  readonly payeeId: string;
  readonly ownAccount: string;
  readonly dollarAccount: string;
  readonly standingOrderId: string;
  /** Three of them, because a person may have ten cards. */
  readonly cardBuyer: Payer;
  readonly cardLoser: Payer;
  readonly cardholder: Payer & { readonly card: CardDetails };
  readonly holder: Payer;
  readonly trader: Trader;
}

export async function createPeople(app: TestApp): Promise<People> {
  const payer = await createPayer(app, { fundedMinor: 100_000_000n });
  const other = await createPayer(app, { firstName: 'Boris', fundedMinor: 0n });
  const payeeId = (await addPayee(app, payer.clientId, { trusted: true })).id;
  const ownAccount = (await openAnotherAccount(app, payer.clientId)).number;
  const dollars = { body: { currency: 'USD', name: 'Dollars' } } as const;
  const options = { token: payer.token, idempotencyKey: newId() };
  const dollarAccount = (await app.call(openAccount, dollars, options)).output.number;
  const firm = await createFirm(app);
  const [cardBuyer, cardLoser] = [await createPayer(app), await createPayer(app)];
  const cardholder = await createCardholder(app);
  const holder = await createHolder(app, { fundedMinor: 100_000_000n });
  await topUp(app, cardholder, cardholder.card.id, '10.00');
  const trader = await newTrader(app, { EPI: '1000000', BTC: '0' });
  const input = { body: { ...orderBody({ payer, payeeId }), ...laterOnce } };
  const standingOrderId = (await callWithCode(app, createStandingOrder, input, payer.token)).output.id;
  return {
    ...{ app, payer, other, firm, payeeId, ownAccount, dollarAccount, standingOrderId },
    ...{ cardBuyer, cardLoser, cardholder, holder, trader },
  };
}

export const orderBody = ({ payer, payeeId }: Pick<People, 'payer' | 'payeeId'>) =>
  ({
    debtorAccount: payer.account.number,
    beneficiaryId: payeeId,
    amount: '1.00',
    reference: 'Tea',
    chargeBearer: 'SHA',
  }) as const;

export const laterOnce = {
  frequency: 'ONCE',
  // Far enough ahead that nothing is due during the test.
  startOn: new Date(Date.now() + 400 * 86_400_000).toISOString().slice(0, 10),
  endOn: null,
  times: null,
  restDays: 'AFTER',
} as const;

/** How many rows of a table a client has. */
export async function count(
  { database }: TestApp,
  table: string,
  clientId: string,
  more: RawBuilder<unknown> = sql`true`,
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from ${sql.table(table)} where client_id = ${clientId} and ${more}`.execute(database.sql);
  return Number(rows[0]?.count);
}

/** As if the person's messages to support were an hour old, and answered. */
export async function forgetLimits({ database }: TestApp): Promise<void> {
  await sql`update support.message set created_at = created_at - interval '2 hours'`.execute(database.sql);
  await sql`update support.conversation set status = 'CLOSED', waiting_since = null`.execute(database.sql);
}
