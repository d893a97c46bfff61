/**
 * Card payments and orders of the exchange booked in two months: each month's export has the part booked in it, and together they are the whole.
 * Controls, tried once: complete rows in the month of their newest part; fees divided by amount instead of read from the trades.
 */
import {
  createExportProfile,
  type ExportProfileInput,
  getStatement,
  runExportProfile,
} from '@calmly/contract';
import { type CryptoAsset, parseDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { addDays, firstOfMonth } from '@calmly/platform/time/zoned-days.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addCard, paymentWith, processorOf } from '@calmly/server/test/support/cards.ts';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { transferOf } from '@calmly/server/test/support/clients/ledger.ts';
import { onOneDay } from '@calmly/server/test/support/days.ts';
import { giveWallets, orderBody } from '@calmly/server/test/support/trading.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchWaiting, placeOrder } from '../../../../crypto/server/trading/index.ts';
import { findActorWithoutSession } from '../../../../identity/server/index.ts';
import { bankAccount, postAll } from '../../../../ledger/server/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Who = { readonly token: string };

async function profileOf({ token }: Who, columns: ExportProfileInput['columns'], change: object = {}) {
  const body: ExportProfileInput = {
    ...{ name: 'Books', columns, format: 'csv', accountIds: [], period: 'LAST_MONTH' },
    ...{ mailsMonthly: false, timeZone: 'UTC' },
    ...change,
  } as ExportProfileInput;
  return (await app.call(createExportProfile, { body }, { token, idempotencyKey: newId() })).output.id;
}

/** The rows of a month, or of the profile's own period, without the headings. */
async function rowsOf({ token }: Who, id: string, month?: string): Promise<string[][]> {
  const input = {
    params: { id },
    query: { ...(month && { month }), locale: 'en', timeZone: 'UTC' },
  } as const;
  const { text } = await app.call(runExportProfile, input, { token });
  const [, ...lines] = text.replace('\u{FEFF}', '').trim().split('\r\n');
  return lines.map((line) => line.slice(1, -1).split('","'));
}

/** Noon of the last day of the month before, and the months by name. */
function monthsAround(today: string) {
  const first = firstOfMonth(today, 0);
  const lastDay = addDays(first, -1);
  return {
    now: first.slice(0, 7),
    last: lastDay.slice(0, 7),
    lastDay,
    moment: new Date(`${lastDay}T12:00:00Z`),
  };
}

/** Money from outside, booked at that moment. */
const giveAt = (at: Date, accountId: string, currency: 'EUR' | CryptoAsset, amountMinor: bigint) =>
  app.database.inTransaction(async (sql) => {
    await postAll(sql, [
      transferOf(await bankAccount(sql, 'custody', currency), accountId, amountMinor, { at }),
    ]);
  });

const cents = (amounts: ReadonlyArray<string | undefined>) =>
  amounts.reduce((sum, amount) => sum + (parseDecimal(amount ?? '', 'EUR') ?? 0n), 0n);

test(
  'a card payment that is collected on the last day of a month and in the next is in both files with its parts',
  onOneDay(async (today) => {
    const { now, last, lastDay, moment } = monthsAround(today);
    const holder = await newClient(app);
    const { clientId, personId: holderId } = holder;
    const { card } = await addCard(app.database, { clientId, holderId }, { fundedMinor: 0n });
    await giveAt(new Date(moment.getTime() - 3_600_000), card.accountId, 'EUR', 50_000n);
    const past = processorOf(app.database, moment);
    const [bought, held, abroad] = [paymentWith(card), paymentWith(card), paymentWith(card)];
    const inDollars = { currency: 'USD' } as const;
    await past.decide(bought.ask('30.00'));
    await past.decide(held.ask('19.99'));
    await past.decide(abroad.ask('20.00', inDollars));
    await past.take(bought.clear('12.00', { isFinal: false }));
    await past.take(abroad.clear('8.00', { ...inDollars, isFinal: false }));

    const id = await profileOf(holder, ['amount', 'status', 'bookedOn', 'convertedAmount', 'balanceAfter']);
    const ofEuro = async (month: string) =>
      (await rowsOf(holder, id, month))
        .filter(([, , , converted]) => converted === '')
        .map((row) => row.slice(0, 3).join(' '));
    expect(await ofEuro(last)).toEqual(['-19.99 Sent ', `-12.00 Executed ${lastDay}`, '-18.00 Sent ']);
    expect(await ofEuro(now)).toEqual([]);

    const { take } = processorOf(app.database);
    await take(bought.clear('14.50'));
    await take(abroad.clear('12.00', inDollars));
    expect(await ofEuro(last)).toEqual(['-19.99 Sent ', `-12.00 Executed ${lastDay}`]);
    expect(await ofEuro(now)).toEqual([`-14.50 Executed ${today}`]);

    const both = [...(await rowsOf(holder, id, last)), ...(await rowsOf(holder, id, now))];
    const dollars = both.filter(([, , , converted]) => converted !== '');
    expect(dollars.map(([, status, bookedOn]) => [status, bookedOn])).toEqual([
      ['Executed', lastDay],
      ['Executed', today],
    ]);
    expect(cents(dollars.map(([, , , converted]) => converted))).toBe(2_000n);

    // The same as in the statements of both months.
    for (const [month, from, to] of [
      [last, firstOfMonth(today, -1), lastDay],
      [now, firstOfMonth(today, 0), today],
    ] as const) {
      const query = { from, to, timeZone: 'UTC', limit: 100 };
      const { output } = await app.call(getStatement, { params: { id: card.accountId }, query }, holder);
      const stated = output.lines.filter(({ amount }) => amount.startsWith('-'));
      const exported = (await rowsOf(holder, id, month)).filter(([, status]) => status === 'Executed');
      expect(cents(exported.map(([amount]) => amount))).toBe(cents(stated.map(({ amount }) => amount)));
    }

    // A period of both months has a row for each.
    const quarter = await profileOf(holder, ['amount', 'status'], {
      name: 'Quarter',
      period: 'THIS_QUARTER',
    });
    const isSame = Math.floor((Number(now.slice(5)) - 1) / 3) === Math.floor((Number(last.slice(5)) - 1) / 3);
    const executed = (await rowsOf(holder, quarter)).filter(([, status]) => status === 'Executed');
    expect(executed).toHaveLength(isSame ? 4 : 2);
  }),
);

test(
  'what a merchant collected beyond the balance of a card is open until the card has paid it back',
  onOneDay(async (today) => {
    const { now, last, lastDay, moment } = monthsAround(today);
    const holder = await newClient(app);
    const { clientId, personId: holderId } = holder;
    const { card } = await addCard(app.database, { clientId, holderId }, { fundedMinor: 0n });
    await giveAt(new Date(moment.getTime() - 3_600_000), card.accountId, 'EUR', 1_000n);
    const offline = paymentWith(card);
    await processorOf(app.database, moment).take(offline.clear('15.00'));
    const id = await profileOf(holder, ['amount', 'status', 'bookedOn']);
    const ofMonth = async (month: string) => (await rowsOf(holder, id, month)).map((row) => row.join(' '));
    const booked = await ofMonth(last);
    await processorOf(app.database).take(paymentWith(card).refund('5.00'));
    expect([booked, await ofMonth(last), await ofMonth(now)]).toEqual([
      [`-10.00 Executed ${lastDay}`, '-5.00 Sent '],
      [`-10.00 Executed ${lastDay}`],
      [`5.00 Executed ${today}`, `-5.00 Executed ${today}`],
    ]);
  }),
);

test(
  'an order that is filled on the last day of a month and in the next is in both files with its trades and their fees',
  onOneDay(async (today) => {
    const { now, last, lastDay, moment } = monthsAround(today);
    const [buyer, seller] = [await newClient(app), await newClient(app)];
    const funds = { EPI: '0', BTC: '0' };
    const ofBuyer = await giveWallets(app, buyer.clientId, funds);
    const ofSeller = await giveWallets(app, seller.clientId, funds);
    const before = new Date(moment.getTime() - 3_600_000);
    await giveAt(before, ofBuyer.EPI ?? '', 'EPI', parseDecimal('1000', 'EPI') ?? 0n);
    await giveAt(before, ofSeller.BTC ?? '', 'BTC', parseDecimal('1', 'BTC') ?? 0n);

    /** Orders at a moment, matched at once. */
    const trade = (at: Date, orders: ReadonlyArray<readonly [SignedIn, 'BUY' | 'SELL', string]>) =>
      app.database.inTransaction(async (sql) => {
        const work = { ...systemWork(sql), now: at, newId: () => newId(at.getTime()) };
        for (const [{ clientId, personId }, operation, amount] of orders) {
          const actor = await findActorWithoutSession(sql, { id: newId(), clientId, personId });
          if (!actor) throw new Error('the trader may not act');
          await placeOrder({ ...work, actor }, orderBody({ operation, amount, price: '50000' }));
        }
        await matchWaiting(work, 'BTCEPI');
      });
    // 0.004 of the buyer's order meet a resting one, 0.006 rest and are met later.
    await trade(moment, [
      [seller, 'SELL', '0.004'],
      [buyer, 'BUY', '0.01'],
    ]);
    const columns = ['amount', 'fee', 'status', 'bookedOn', 'convertedAmount', 'rate'] as const;
    const ids = {
      buyer: await profileOf(buyer, [...columns]),
      seller: await profileOf(seller, [...columns]),
    };
    const early = await rowsOf(buyer, ids.buyer, last);
    await trade(new Date(), [[seller, 'SELL', '0.006']]);

    const day = { last: ['Executed', lastDay], now: ['Executed', today] };
    // 0.2 % of 200 EPI where the order met another one, 0.1 % of 300 EPI where it rested.
    const [received, paid] = [
      ['0.00400000', '0.00000000', ...day.last, '200.00000000', '50000.00000000'],
      ['-200.00000000', '0.40000000', ...day.last, '0.00400000', '50000.00000000'],
    ];
    expect(early).toEqual([received, paid]);
    expect(await rowsOf(buyer, ids.buyer, last)).toEqual([received, paid]);
    expect(await rowsOf(buyer, ids.buyer, now)).toEqual([
      ['0.00600000', '0.00000000', ...day.now, '300.00000000', '50000.00000000'],
      ['-300.00000000', '0.30000000', ...day.now, '0.00600000', '50000.00000000'],
    ]);
    // The seller has an order in each month.
    expect(await rowsOf(seller, ids.seller, last)).toEqual([
      ['200.00000000', '0.20000000', ...day.last, '0.00400000', '50000.00000000'],
      ['-0.00400000', '0.00000000', ...day.last, '200.00000000', '50000.00000000'],
    ]);
    expect((await rowsOf(seller, ids.seller, now)).map(([amount, fee]) => [amount, fee])).toEqual([
      ['300.00000000', '0.60000000'],
      ['-0.00600000', '0.00000000'],
    ]);
  }),
);
