/**
 * A code is for exactly one order: of ten thousand orders that differ from it in any field, each has another hash, and the same order
 * written in another way has the same. The control hashes without the purpose and is caught.
 */
import { createPayment, paymentPurposes } from '@calmly/contract';
import { canonicalJson, requestHash } from '@calmly/platform/http/calls/idempotency.ts';
import { newId } from '@calmly/platform/ids.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const order = {
  AccountFrom: 'LT443850010204918006',
  BeneficiaryId: newId(),
  ToAccount: 'DE33200505501289447016',
  Amount: '100.00',
  ChargeBearer: 'SHA',
  Instant: true,
  Purpose: 'SUPP',
  Attachments: [newId(), newId()],
  RepairOf: newId(),
  Details: 'Invoice 7',
};
type Body = Readonly<Record<string, unknown>>;

const hashOf = (body: unknown) =>
  requestHash({ endpointId: createPayment.id, clientId: 'c', principal: 'p', params: {}, query: {}, body });

/** Another value for one field, or the field left out, where the contract still takes the order. */
const changedOrder = fc
  .oneof(
    fc.record({ AccountFrom: fc.string({ minLength: 1, maxLength: 40 }) }),
    fc.record({ BeneficiaryId: fc.uuid() }),
    fc.record({ ToAccount: fc.string({ minLength: 1, maxLength: 50 }) }),
    fc.record({ Amount: fc.nat(99_999_999).map((cents) => (cents / 100).toFixed(2)) }),
    fc.record({ ChargeBearer: fc.constantFrom('OUR', 'BEN') }),
    fc.record({ Instant: fc.constant(false) }),
    fc.record({ Purpose: fc.constantFrom(...paymentPurposes) }),
    fc.record({ Attachments: fc.array(fc.uuid(), { maxLength: 5 }) }),
    fc.record({ RepairOf: fc.uuid() }),
    fc.record({ Details: fc.string({ minLength: 1, maxLength: 140 }) }),
    fc
      .constantFrom(
        'BeneficiaryId',
        'ToAccount',
        'ChargeBearer',
        'Instant',
        'Purpose',
        'Attachments',
        'RepairOf',
      )
      .map((field) => ({ [field]: undefined })),
  )
  .map((change): Body => ({ ...order, ...change }))
  .filter(
    (body) =>
      canonicalJson(body) !== canonicalJson(order) &&
      createPayment.body.safeDecode(JSON.parse(JSON.stringify(body))).success,
  );

const findSame = (hash: (body: Body) => string) =>
  fc.check(
    fc.property(changedOrder, (body) => hash(body) !== hash(order)),
    { numRuns: 10_000 },
  ).counterexample;

test('an order that differs in any field has another hash', () => {
  expect(findSame(hashOf)).toBeNull();
  // The control: what is not hashed can be changed behind the code.
  expect(findSame(({ Purpose: _, ...body }) => hashOf(body))).not.toBeNull();
});

test('the same order in other words has the same hash', () => {
  const turned = Object.fromEntries(Object.entries(order).reverse());
  expect(hashOf(JSON.parse(` ${JSON.stringify(turned, undefined, 2)}\n`))).toBe(hashOf(order));
});
