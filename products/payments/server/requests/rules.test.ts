/** A request's life against a model that can be checked by eye: the facts are stored, the status is derived from them. */
import type { ReviewStatus } from '@calmly/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideCancel, decideCredit, decideOverdue, type Outcome, type RequestFacts } from './rules.ts';

type Act =
  | { readonly kind: 'credit'; readonly amountMinor: bigint; readonly currency: 'EUR' | 'USD' }
  | { readonly kind: 'cancel' }
  /** The night's look, after so many days. */
  | { readonly kind: 'look'; readonly days: number };

const anyAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('credit' as const),
      amountMinor: fc.bigInt({ min: 1n, max: 120n }),
      currency: fc.constantFrom('EUR' as const, 'EUR' as const, 'EUR' as const, 'USD' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'cancel' } as const) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('look' as const), days: fc.integer({ min: 0, max: 3 }) }),
  },
);

const dayOf = (day: number) => new Date(Date.UTC(2026, 10, 20 + day)).toISOString().slice(0, 10);

test('for events in any order, the status follows from amount requested, amount received, the day and the cancellation', () => {
  const reached = new Set<ReviewStatus>();
  fc.assert(
    fc.property(
      fc.option(fc.integer({ min: 0, max: 4 })),
      fc.array(anyAct, { maxLength: 12 }),
      (due, acts) => {
        const dueOn = due === null ? null : dayOf(due);
        let request: RequestFacts = {
          status: 'PENDING',
          currency: 'EUR',
          amountMinor: 100n,
          receivedMinor: 0n,
          dueOn,
        };
        const model = { received: 0n, canceled: false, day: 0, seenLate: false };
        const take = (outcome: Outcome | undefined) => {
          if (outcome) request = { ...request, ...outcome };
        };
        for (const act of acts) {
          if (act.kind === 'look') {
            model.day += act.days;
            take(decideOverdue(request, dayOf(model.day)));
          } else if (act.kind === 'cancel') {
            const outcome = decideCancel(request);
            expect(outcome !== undefined).toBe(!model.canceled && model.received < 100n);
            if (outcome) model.canceled = true;
            take(outcome);
          } else {
            const outcome = decideCredit(request, act, dayOf(model.day));
            const event = model.canceled
              ? 'AFTER_CANCEL'
              : act.currency === 'EUR'
                ? 'RECEIVED'
                : 'OTHER_CURRENCY';
            expect(outcome.event).toBe(event);
            if (event === 'RECEIVED') model.received += act.amountMinor;
            take(outcome);
          }
          // Lateness shows with the next look or credit that counts, and never goes away by itself.
          if (request.status === 'OVERDUE') model.seenLate = true;
          const isLate = due !== null && model.day > due;
          expect(model.seenLate && !isLate).toBe(false);
          const wanted = model.canceled
            ? 'CANCELED'
            : model.received >= 100n
              ? 'EXECUTED'
              : model.seenLate
                ? 'OVERDUE'
                : 'PENDING';
          expect([request.status, request.receivedMinor]).toEqual([wanted, model.received]);
          if (act.kind === 'look' && wanted === 'PENDING') expect(isLate).toBe(false);
          reached.add(request.status);
        }
      },
    ),
    { numRuns: 2_000 },
  );
  expect(reached).toEqual(new Set(['PENDING', 'OVERDUE', 'EXECUTED', 'CANCELED']));
});

test('a due day is overdue only after it has ended', () => {
  const request: RequestFacts = {
    status: 'PENDING',
    currency: 'EUR',
    amountMinor: 100n,
    receivedMinor: 0n,
    dueOn: '2026-11-20',
  };
  expect(decideOverdue(request, '2026-11-20')).toBeUndefined();
  expect(decideOverdue(request, '2026-11-21')).toMatchObject({ event: 'OVERDUE', status: 'OVERDUE' });
  expect(decideOverdue({ ...request, dueOn: null }, '2099-01-01')).toBeUndefined();
});

test('a request is settled to the cent', () => {
  const request = {
    status: 'PENDING',
    currency: 'EUR',
    amountMinor: 100n,
    receivedMinor: 40n,
    dueOn: null,
  } as const;
  const after = (amountMinor: bigint) =>
    decideCredit(request, { currency: 'EUR', amountMinor }, '2026-11-20').status;
  expect([after(59n), after(60n), after(61n)]).toEqual(['PENDING', 'EXECUTED', 'EXECUTED']);
});
