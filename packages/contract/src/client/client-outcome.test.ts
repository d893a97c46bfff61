/** A problem accounts for all earlier attempts: a call that may have been carried out is never reported as not sent. */

import { createPayment } from '@calmly/products/payments/contract/payment-order.ts';
import { expect, it } from 'vitest';
import { ApiProblem } from '../problems/api-problem.ts';
import { challenge, client, network, payment, refused, rejection } from './test-network.ts';

const lost = () => new TypeError('broken');
const busy = (code: string, status = 503) => refused(status, code);

it.each<[string, () => (Response | Error)[], boolean]>([
  [
    'turned away twice, then refused',
    () => [busy('overloaded'), busy('overloaded'), refused(429, 'too_many_requests')],
    false,
  ],
  ['refused at once', () => [refused(429, 'too_many_requests')], false],
  [
    'no answer, then turned away',
    () => [lost(), busy('overloaded'), refused(429, 'too_many_requests')],
    true,
  ],
  [
    'a commit with an unknown outcome, then too many calls',
    () => [busy('unavailable'), refused(429, 'too_many_requests')],
    true,
  ],
  ['a proxy, then too many calls', () => [busy('nginx', 504), refused(429, 'too_many_requests')], true],
  [
    'a page that is no problem, then too many calls',
    () => [new Response('<html>', { status: 502 }), refused(429, 'too_many_requests')],
    true,
  ],
])('%s', async (_name, answers, isUncertain) => {
  const { fetch } = network(answers());
  const problem = await rejection(client(fetch).call(createPayment, { body: payment }));
  expect(problem).toMatchObject({ code: 'too_many_requests', isAfterUncertain: isUncertain });
});

it('an attempt without an answer still counts after a code was asked for and a token renewed', async () => {
  const { fetch } = network([
    Response.json({ detail: challenge }, { status: 203 }),
    lost(),
    refused(401, 'session_expired'),
    refused(401, 'session_expired'),
    refused(401, 'session_expired'),
    refused(401, 'session_expired'),
  ]);
  const problem = await rejection(
    client(fetch, { onChallenge: async () => '123456', refresh: async () => true }).call(createPayment, {
      body: payment,
    }),
  );
  expect(problem).toMatchObject({ status: 401, isAfterUncertain: true });
});

it('cancelling the code does not hide an earlier lost answer', async () => {
  const { fetch } = network([lost(), Response.json({ detail: challenge }, { status: 203 })]);
  const problem = await rejection(
    client(fetch, { onChallenge: () => Promise.reject(new ApiProblem('code_canceled')) }).call(
      createPayment,
      {
        body: payment,
      },
    ),
  );
  expect(problem).toMatchObject({ code: 'code_canceled', isAfterUncertain: true });
});
