/** How the client reads refusals. */

import { issueToken } from '@calmly/products/identity/contract/identity.ts';
import { createPayment } from '@calmly/products/payments/contract/payment-order.ts';
import { describe, expect, it } from 'vitest';
import { client, network, payment, refused, rejection } from './test-network.ts';

describe('a refusal', () => {
  it('puts field errors under our names', async () => {
    const { fetch } = network([
      refused(400, 'invalid_request', [{ field: 'AccountFrom', message: 'This account doesn’t exist.' }]),
    ]);
    const problem = await rejection(client(fetch).call(createPayment, { body: payment }));
    expect(problem.fields).toEqual({ debtorAccount: 'This account doesn’t exist.' });
    expect(problem.message).toBe('AccountFrom This account doesn’t exist.');
  });

  it.each([
    ['a sentence', 'Too many payees.', 'Too many payees.', {}],
    ['an error field', { error: 'Too many payees.' }, 'Too many payees.', {}],
    [
      'a list, joined by line breaks',
      [
        { field: 'AccountFrom', message: 'is closed' },
        { field: 'Amount', message: 'is too large' },
      ],
      'AccountFrom is closed\nAmount is too large',
      { debtorAccount: 'is closed', amount: 'is too large' },
    ],
  ])('reads a refusal that has only a detail: %s', async (_kind, detail, message, fields) => {
    const { fetch } = network([Response.json({ detail }, { status: 400 })]);
    const problem = await rejection(client(fetch).call(createPayment, { body: payment }));
    expect([problem.code, problem.message, problem.fields]).toEqual(['refused', message, fields]);
  });

  it.each([
    ['a page of a proxy', () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 })],
    ['JSON without a detail', () => Response.json({ message: 'upstream' }, { status: 502 })],
    ['an empty detail', () => Response.json({ detail: '' }, { status: 500 })],
  ])('never shows a raw code for %s', async (_kind, answer) => {
    const { fetch } = network([answer()]);
    const problem = await rejection(client(fetch).call(issueToken, { body: { remember: false } }));
    expect(problem.code).toBe('unreachable');
  });

  it('does not take a proxy’s page for a refusal of a payment', async () => {
    const { fetch } = network(
      [500, 500, 500, 500].map((status) => new Response('<h1>Error</h1>', { status })),
    );
    const problem = await rejection(client(fetch).call(createPayment, { body: payment }));
    expect(problem.code).toBe('outcome_unknown');
  });
});
