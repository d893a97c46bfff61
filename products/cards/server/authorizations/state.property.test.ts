/**
 * Any order of a processor's messages leaves the books correct: requests, larger requests, full and partial clearings, reversals, refunds, expiries,
 * disputes that are won and refunded later, repeated and late, on a card that often has too little money. Each run is compared with a simple model.
 * fast-check prints the seed of a failure.
 */

import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import type { DisputeNews, IssuerMessage } from '@calmly/providers/issuer/issuer.ts';
import { addCard, paymentWith, processorOf } from '@calmly/server/test/support/cards.ts';
import { newPerson } from '@calmly/server/test/support/clients/clients.ts';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import fc from 'fast-check';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyBooks } from '../../../ledger/server/index.ts';
import type { StoredCard } from '../card.ts';
import { insertDispute } from '../disputes/dispute-store.ts';
import { findDebts } from './money/debt.ts';
import { changed, heldMinor, nothingYet, type Sums } from './state.ts';
import { findByReference } from './store.ts';

const fundedMinor = 3_000n;

type Step = { readonly payment: number; readonly minor: bigint; readonly repeats: boolean } & (
  | { readonly kind: 'ask' | 'reverse' | 'reverseAll' | 'refund' | 'expire' | 'dispute' | 'win' }
  | { readonly kind: 'clear'; readonly isFinal: boolean }
);

const anyStep: fc.Arbitrary<Step> = fc.record({
  payment: fc.integer({ min: 0, max: 2 }),
  minor: fc.bigInt({ min: 1n, max: 2_000n }),
  repeats: fc.boolean(),
  kind: fc.constantFrom(
    'ask',
    'ask',
    'ask',
    'reverse',
    'reverseAll',
    'refund',
    'expire',
    'clear',
    'clear',
    'dispute',
    'win',
  ),
  isFinal: fc.boolean(),
}) as fc.Arbitrary<Step>;

/** A rare sequence: a payment that is collected, disputed successfully and refunded, among other messages. */
const disputed: fc.Arbitrary<Step[]> = fc.array(anyStep, { minLength: 4, maxLength: 8 }).map((steps) =>
  steps.map((step, place) => ({
    ...step,
    payment: 0,
    kind: (['ask', 'clear', 'win', 'refund'] as const)[place] ?? step.kind,
  })),
) as fc.Arbitrary<Step[]>;
const anySteps = fc.oneof(
  { arbitrary: fc.array(anyStep, { minLength: 3, maxLength: 14 }), weight: 2 },
  { arbitrary: disputed, weight: 1 },
);

/** One row of the list: a payment, a refund, or a clearing that fits no payment. */
interface Row {
  approved: boolean;
  authorized: bigint;
  reversed: bigint;
  cleared: bigint;
  isOver: boolean;
  isRefund: boolean;
  /** The reversal of a dispute's credit, which counts against no limit. */
  isReversal: boolean;
}

const heldOf = ({ approved, isOver, authorized, reversed, cleared }: Row): bigint => {
  const left = authorized - reversed - cleared;
  return approved && !isOver && left > 0n ? left : 0n;
};

/** The expected result of the messages, given the answers. */
class Model {
  readonly payments = new Map<number, Row>();
  readonly others: Row[] = [];
  /** The disputed amount of each payment, while it is disputed. */
  readonly disputed = new Map<number, bigint>();
  /** The credit by disputes of each payment that was not reversed. */
  readonly #credited = new Map<number, bigint>();
  readonly #back = new Map<Row, bigint>();
  /** Collections of each payment after its end. */
  readonly #late = new Map<number, Row[]>();

  rows = (): Row[] => [...this.payments.values(), ...this.others];

  ask(payment: number, minor: bigint, approved: boolean): void {
    const row = this.payments.get(payment);
    if (row && !row.approved) return;
    if (!row) this.#add(payment, { approved, authorized: minor, isOver: !approved });
    else if (approved) this.#end(Object.assign(row, { authorized: row.authorized + minor }));
    // Declined before anything was held, so the payment counts as declined.
    else if (row.authorized + row.cleared === 0n)
      Object.assign(row, { approved, authorized: minor, isOver: true });
  }

  clear(payment: number, minor: bigint, isFinal: boolean): void {
    const row = this.payments.get(payment);
    if (!row) this.#add(payment, { cleared: minor, isOver: true });
    else if (!row.approved || row.isOver) {
      const late = newRow({ cleared: minor, isOver: true });
      this.others.push(late);
      this.#late.set(payment, [...(this.#late.get(payment) ?? []), late]);
    } else {
      row.cleared += minor;
      row.isOver = isFinal || row.authorized === 0n;
      this.#end(row);
    }
  }

  reverse(payment: number, minor: bigint | undefined): void {
    const row = this.payments.get(payment) ?? this.#add(payment, {});
    if (!row.approved || row.isOver) return;
    row.reversed += minor ?? heldOf(row);
    row.isOver = minor === undefined;
    this.#end(row);
  }

  #leftOf = (row: Row): bigint => row.cleared - (this.#back.get(row) ?? 0n);

  /** The amount of a payment that can still be refunded, without later collections. */
  left(payment: number): bigint {
    const row = this.payments.get(payment);
    return row ? this.#leftOf(row) : 0n;
  }

  /** The row of a refund: the first with enough left, otherwise the one with the most left. */
  #refunded(payment: number, minor: bigint): Row | undefined {
    const main = this.payments.get(payment);
    const late = this.#late.get(payment) ?? [];
    if (!main || late.length === 0) return main;
    const rows = [main, ...late].filter(({ cleared }) => cleared > 0n);
    const most = rows.toSorted((one, other) => Number(this.#leftOf(other) - this.#leftOf(one)))[0];
    return rows.find((row) => this.#leftOf(row) >= minor) ?? most;
  }

  refund(payment: number, minor: bigint): void {
    const row = this.#refunded(payment, minor);
    this.#giveBack(payment, row, minor);
    if (!row || row !== this.payments.get(payment)) return;
    const [credited, left] = [this.#credited.get(payment) ?? 0n, this.left(payment)];
    const taken = credited < -left ? credited : -left;
    if (taken <= 0n) return;
    this.#credited.set(payment, credited - taken);
    this.#back.set(row, (this.#back.get(row) ?? 0n) - taken);
    this.others.push(newRow({ cleared: taken, isOver: true, isReversal: true }));
  }

  #giveBack(payment: number, row: Row | undefined, minor: bigint): void {
    this.others.push(newRow({ cleared: minor, isOver: true, isRefund: true }));
    if (!row) return;
    this.#back.set(row, (this.#back.get(row) ?? 0n) + minor);
    const disputed = this.disputed.get(payment);
    if (row === this.payments.get(payment) && disputed !== undefined && this.left(payment) < disputed)
      this.disputed.set(payment, this.left(payment) > 0n ? this.left(payment) : 0n);
  }

  win(payment: number): void {
    const minor = this.disputed.get(payment) ?? 0n;
    if (minor > 0n) this.#giveBack(payment, this.payments.get(payment), minor);
    this.#credited.set(payment, (this.#credited.get(payment) ?? 0n) + minor);
    this.disputed.delete(payment);
  }

  expire(payment: number): void {
    const row = this.payments.get(payment);
    if (row) row.isOver = true;
  }

  #add(payment: number, of: Partial<Row>): Row {
    const row = newRow(of);
    this.payments.set(payment, row);
    return row;
  }

  #end(row: Row): void {
    if (row.authorized > 0n && row.reversed + row.cleared >= row.authorized) row.isOver = true;
  }
}

const newRow = (of: Partial<Row>): Row => ({
  approved: true,
  authorized: 0n,
  reversed: 0n,
  cleared: 0n,
  isOver: false,
  isRefund: false,
  isReversal: false,
  ...of,
});

const sumOf = (rows: readonly Row[], of: (row: Row) => bigint): bigint =>
  rows.reduce((sum, row) => sum + of(row), 0n);

/** Status and amount of each row that a client sees. */
const shown = (rows: readonly Row[]): string[] =>
  rows
    .filter(({ approved, authorized, cleared }) => !approved || authorized + cleared > 0n)
    .map((row) => {
      const held = heldOf(row);
      if (held > 0n) return `PENDING_FINANCE_INSTITUTION ${held + row.cleared}`;
      return row.cleared > 0n ? `EXECUTED ${row.cleared}` : `REJECTED ${row.authorized}`;
    })
    .sort();

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

/** A dispute of a payment, in the form its service writes. */
async function dispute(
  { sql }: Pick<Database, 'sql'>,
  { id: cardId, clientId, holderId }: StoredCard,
  reference: string,
  amountMinor: bigint,
): Promise<string> {
  const id = newId();
  const payment = await findByReference(sql, reference);
  await insertDispute(sql, {
    ...{
      id,
      clientId,
      cardId,
      authorizationId: payment?.id ?? '',
      amountMinor,
      reversedMinor: 0n,
      openedBy: holderId,
    },
    ...{ status: 'OPEN', reason: 'other', text: '', documentIds: [], openedAt: new Date(), closedAt: null },
  });
  return id;
}

const decimal = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;

async function run(steps: readonly Step[]): Promise<void> {
  const { database } = db;
  const { clientId, personId: holderId } = await newPerson(db);
  const { card, balance } = await addCard(database, { clientId, holderId }, { fundedMinor });
  const processor = processorOf(database);
  const payments = [0, 1, 2].map(() => paymentWith(card));
  const model = new Model();
  const disputes = new Map<number, string>();
  const send = async (message: IssuerMessage | DisputeNews, repeats: boolean): Promise<unknown> => {
    const once = () =>
      message.kind === 'authorization' ? processor.decide(message) : processor.take(message);
    const answer = await once();
    if (repeats) expect(await once()).toEqual(answer);
    return answer;
  };
  for (const step of steps) {
    const { payment, minor, repeats } = step;
    const of = payments[payment] as (typeof payments)[number];
    switch (step.kind) {
      case 'ask': {
        const { approved } = (await send(of.ask(decimal(minor)), repeats)) as { approved: boolean };
        model.ask(payment, minor, approved);
        break;
      }
      case 'clear':
        await send(of.clear(decimal(minor), { isFinal: step.isFinal }), repeats);
        model.clear(payment, minor, step.isFinal);
        break;
      case 'reverse':
        await send(of.reverse(decimal(minor)), repeats);
        model.reverse(payment, minor);
        break;
      case 'reverseAll':
        await send(of.reverse(), repeats);
        model.reverse(payment, undefined);
        break;
      case 'refund':
        await send(of.refund(decimal(minor)), repeats);
        model.refund(payment, minor);
        break;
      case 'dispute':
      case 'win': {
        const left = model.left(payment);
        if (!disputes.has(payment) && left > 0n) {
          const disputed = minor < left ? minor : left;
          disputes.set(payment, await dispute(database, card, of.reference, disputed));
          model.disputed.set(payment, disputed);
        }
        if (step.kind === 'dispute') break;
        const disputeId = disputes.get(payment) ?? newId();
        await send({ kind: 'dispute', id: newId(), disputeId, outcome: 'won' }, repeats);
        model.win(payment);
        break;
      }
      case 'expire':
        await send(of.expire(), repeats);
        model.expire(payment);
    }
    const rows = model.rows();
    const signed = (row: Row) => (row.isRefund ? row.cleared : -row.cleared);
    const debt = (await findDebts(database.sql, [card.accountId])).get(card.accountId) ?? 0n;
    expect(await balance()).toEqual({
      posted: fundedMinor + sumOf(rows, signed) + debt,
      reserved: sumOf(rows, heldOf),
    });
    // While the card owes the bank, none of its money is free.
    const { posted, reserved } = await balance();
    if (debt > 0n) expect(posted - reserved).toBe(0n);
  }
  const { rows: found } = await query<{ shown: string }>`
    select status || ' ' || amount_minor as shown from transactions.transaction where account_id = ${card.accountId}`.execute(
    database.sql,
  );
  expect(found.map((row) => row.shown).sort()).toEqual(shown(model.rows()));
  const { rows: spent } = await query<{ total: string }>`
    select coalesce(sum(amount_minor), 0)::text as total from cards.spent where account_id = ${card.accountId}`.execute(
    database.sql,
  );
  const counted = model.rows().filter(({ isRefund, isReversal }) => !isRefund && !isReversal);
  expect(BigInt(spent[0]?.total ?? -1)).toBe(sumOf(counted, (row) => heldOf(row) + row.cleared));
}

test('any messages in any order leave the books, the limits and the rows right', async () => {
  await fc.assert(fc.asyncProperty(anySteps, run), { numRuns: 60 });
  expect((await verifyBooks(db.database.sql)).breaches).toEqual([]);
});

test('the sums of one payment end alike in every order of its messages', () => {
  const anyChange = fc.oneof(
    fc.record({ kind: fc.constant('authorize' as const), amountMinor: fc.bigInt({ min: 1n, max: 50n }) }),
    fc.record({ kind: fc.constant('reverse' as const), amountMinor: fc.bigInt({ min: 1n, max: 50n }) }),
    fc.record({
      kind: fc.constant('clear' as const),
      amountMinor: fc.bigInt({ min: 1n, max: 50n }),
      isFinal: fc.constant(false),
    }),
  );
  const shuffled = fc
    .array(anyChange, { maxLength: 8 })
    .chain((changes) =>
      fc.tuple(fc.constant(changes), fc.shuffledSubarray(changes, { minLength: changes.length })),
    );
  const sumsOf = ({ authorizedMinor, reversedMinor, clearedMinor }: Sums) => [
    authorizedMinor,
    reversedMinor,
    clearedMinor,
  ];
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      const [first, second] = [one.reduce(changed, nothingYet), other.reduce(changed, nothingYet)];
      expect(sumsOf(second)).toEqual(sumsOf(first));
      for (const sums of [first, second]) {
        const left = sums.authorizedMinor - sums.reversedMinor - sums.clearedMinor;
        expect(heldMinor(sums)).toBeLessThanOrEqual(left > 0n ? left : 0n);
      }
    }),
  );
});

test('a reversal of a part whose amount cannot be read releases nothing', async () => {
  const { clientId, personId: holderId } = await newPerson(db);
  const { card, balance } = await addCard(db.database, { clientId, holderId }, { fundedMinor });
  const processor = processorOf(db.database);
  const payment = paymentWith(card);
  await processor.decide(payment.ask('30.00'));
  const reversal = payment.reverse('10.00');
  await expect(processor.take({ ...reversal, cardAmount: '10.005' } as typeof reversal)).rejects.toThrow(
    'no amount in EUR for 10.005',
  );
  expect(await balance()).toMatchObject({ reserved: 3_000n });
  await processor.take(reversal);
  expect(await balance()).toMatchObject({ reserved: 2_000n });
});

test('a dispute that is won for an amount that cannot be read credits nothing', async () => {
  const { clientId, personId: holderId } = await newPerson(db);
  const { card, balance } = await addCard(db.database, { clientId, holderId }, { fundedMinor });
  const processor = processorOf(db.database);
  const payment = paymentWith(card);
  await processor.decide(payment.ask('30.00'));
  await processor.take(payment.clear('30.00', { isFinal: true }));
  const disputeId = await dispute(db.database, card, payment.reference, 3_000n);
  const won = { kind: 'dispute', id: newId(), disputeId, outcome: 'won' } as const;
  await expect(processor.take({ ...won, cardAmount: '10.005' })).rejects.toThrow(
    'no amount in EUR for 10.005',
  );
  expect(await balance()).toMatchObject({ posted: fundedMinor - 3_000n });
  await processor.take({ ...won, cardAmount: '10.00' });
  expect(await balance()).toMatchObject({ posted: fundedMinor - 2_000n });
});
