/**
 * L5: a client whose response is lost repeats the call with the same key, one after another or concurrently, until a response arrives.
 * Each call that moves or requests money acts once and returns the lost bytes. The calls come from the contract.
 */
import { type CallInput, cancelPayment, type EndpointSpec, endpoints } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, createCall, startTestApp, type TestApp } from '../../support/app.ts';
import { movesNoMoney } from '../../support/attackers/sample-bodies.ts';
import { addPayee, codeIn } from '../../support/clients/payments.ts';
import { type DroppingProxy, startDroppingProxy } from '../../support/processes/dropping-proxy.ts';
import { moves } from './moves.ts';
import { createPeople, type People } from './people.ts';

let app: TestApp;
let proxy: DroppingProxy;
/** Their answers are dropped. */
let callAndLose: Call;
let people: People;
beforeAll(async () => {
  app = await startTestApp();
  proxy = await startDroppingProxy(app.url);
  callAndLose = createCall(proxy.url);
  people = await createPeople(app);
});
afterAll(async () => {
  expect(proxy.dropped.length).toBeGreaterThan(400);
  proxy.close();
  await app.close();
});

let rounds = 0;

test('every call of the contract that moves or requests money is covered', () => {
  const meant = Object.values(endpoints).filter(
    ({ id, idempotent }) => idempotent && !movesNoMoney.includes(id),
  );
  const tried = new Set(Object.values(moves).map(({ endpoint }) => endpoint.id));
  expect(meant.map(({ id }) => id).sort()).toEqual([...tried].sort());
});

type Input = CallInput<EndpointSpec>;

describe.each(Object.entries(moves))('%s', (_, move) => {
  /** Returns the options with the requested code, so that the call passes. */
  async function confirmed(input: Input) {
    const options = { token: move.token(people), idempotencyKey: newId() };
    if (!move.asksForCode) return options;
    return { ...options, code: codeIn((await app.call(move.endpoint, input, options)).body) };
  }

  test.each([
    { times: 1, atOnce: false },
    { times: 3, atOnce: false },
    ...Array.from({ length: 4 }, () => ({ times: 8, atOnce: true })),
  ])('$times responses lost, concurrently: $atOnce', async ({ times, atOnce }) => {
    rounds += 1;
    const input = (await move.input(people, rounds % 28)) as Input;
    const before = await move.effects(people);
    const options = await confirmed(input);
    const lose = () =>
      callAndLose(move.endpoint, input, options).then(
        () => 'heard',
        () => 'lost',
      );
    const already = proxy.dropped.length;
    const outcomes: string[] = [];
    if (atOnce) outcomes.push(...(await Promise.all(Array.from({ length: times }, lose))));
    else for (let time = 0; time < times; time += 1) outcomes.push(await lose());
    expect(outcomes).toEqual(Array(times).fill('lost'));

    const heard = await app.call(move.endpoint, input, options);
    expect(heard.status, heard.text).toBe(move.endpoint.status ?? 200);
    const lost = proxy.dropped.slice(already);
    expect(lost).toHaveLength(times);
    expect(lost.filter((answer) => !answer.endsWith(heard.text))).toEqual([]);
    expect(await move.effects(people)).toBe(before + 1);

    const otherwise = { ...input, body: { ...(input as { body: object }).body, ...move.otherwise } } as Input;
    const { token, idempotencyKey } = options;
    const refused = await app.call(move.endpoint, otherwise, { token, idempotencyKey });
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'idempotency_key_reused' }]);
    expect(await move.effects(people)).toBe(before + 1);
  });
});

test.each(['a SEPA payment', 'an instant payment', 'a request for money'])(
  'control: %s that is repeated with other keys is executed each time',
  async (name) => {
    const move = moves[name];
    if (!move) throw new Error('no such move');
    const before = await move.effects(people);
    const input = (await move.input(people, 0)) as Input;
    const lose = () =>
      callAndLose(move.endpoint, input, { token: people.payer.token, idempotencyKey: newId() });
    await Promise.allSettled(Array.from({ length: 8 }, lose));
    expect(await move.effects(people)).toBe(before + 8);
  },
);

test('a cancellation whose responses were lost, which takes no key, is answered as done, and the money is released once', async () => {
  const { payer } = people;
  // A listed name waits for the desk and can be withdrawn.
  const listed = await addPayee(app, payer.clientId, { name: 'Blocked Trading House Ltd', trusted: true });
  const before = await payer.balance();
  const { output } = await payer.pay({ beneficiaryId: listed.id });
  expect((await payer.balance()).available).toBeLessThan(before.available);
  const cancel = (call: Call) => call(cancelPayment, { params: { id: output.id } }, { token: payer.token });
  await Promise.allSettled(Array.from({ length: 8 }, () => cancel(callAndLose)));
  const again = await cancel(app.call);
  expect([again.status, again.output]).toMatchObject([200, { status: 'CANCELED' }]);
  expect(await payer.balance()).toEqual(before);
});
