import { listAccounts } from '@calmly/products/accounts/contract/accounts.ts';
import { changePolicy } from '@calmly/products/approvals/contract/approvals.ts';
import { isSentForApproval } from '@calmly/products/approvals/contract/sent-for-approval.ts';
import { createPayment } from '@calmly/products/payments/contract/payment-order.ts';
import { zPayment } from '@calmly/products/payments/contract/payments.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiProblem } from '../problems/api-problem.ts';
import { challenge, client, network, page, payment, refused, rejection } from './test-network.ts';

describe('the typed client', () => {
  it('sends the bearer token and the query, and decodes the response', async () => {
    const { seen, fetch } = network([page()]);
    await expect(client(fetch).call(listAccounts, { query: { currency: 'EUR' } })).resolves.toEqual({
      Items: [],
      NextCursor: null,
    });
    expect(seen[0]?.url).toBe('http://bank/api/clientaccounts?currency=EUR');
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer token');
  });

  it('distinguishes a change that waits for approval from one that was made', async () => {
    const { fetch } = network([
      Response.json(
        {
          ApprovalId: payment.beneficiaryId,
          WaitingFor: [{ Id: payment.beneficiaryId, Name: 'Maria Kask' }],
        },
        { status: 202 },
      ),
    ]);
    const rules = {
      paymentRules: [],
      payeeSteps: [],
      cardSteps: [],
      peopleSteps: [],
      policySteps: [],
      standIns: [],
      expiryDays: 7,
    };
    const answer = await client(fetch).call(changePolicy, { body: { version: 0, rules } });
    expect(isSentForApproval(answer) && answer.waitingFor).toEqual([
      { id: payment.beneficiaryId, name: 'Maria Kask' },
    ]);
  });

  it('repeats the same bytes and key with the code after a 203, and asks again after a wrong code', async () => {
    const { seen, fetch } = network([
      Response.json({ detail: challenge }, { status: 203 }),
      refused(401, 'code_wrong', 'Wrong code. 4 attempts left.'),
      refused(422, 'insufficient_funds', { error: 'Not enough money' }),
    ]);
    const asked: (string | undefined)[] = [];
    let ended = 0;
    const problem = await rejection(
      client(fetch, {
        onChallenge: async (_, refusal) => {
          asked.push(refusal?.message);
          return '123456';
        },
        onChallengeEnd: () => {
          ended += 1;
        },
      }).call(createPayment, { body: payment }, { idempotencyKey: 'k1' }),
    );
    expect(asked).toEqual([undefined, 'Wrong code. 4 attempts left.']);
    expect(seen.map(({ headers }) => headers.get('x-tfa-code'))).toEqual([null, '123456', '123456']);
    expect(new Set(seen.map(({ headers }) => headers.get('idempotency-key')))).toEqual(new Set(['k1']));
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1);
    expect(problem).toMatchObject({ code: 'insufficient_funds', message: 'Not enough money', status: 422 });
    expect(ended).toBe(1);
  });

  it('asks for a new challenge when the code has expired', async () => {
    const { fetch } = network([
      Response.json({ detail: challenge }, { status: 203 }),
      refused(401, 'code_expired'),
      Response.json({ detail: { ...challenge, sent_to: 'again' } }, { status: 203 }),
      refused(422, 'insufficient_funds'),
    ]);
    const sentTo: string[] = [];
    await rejection(
      client(fetch, {
        onChallenge: async ({ sent_to }) => {
          sentTo.push(sent_to);
          return '1';
        },
      }).call(createPayment, { body: payment }),
    );
    expect(sentTo).toEqual([challenge.sent_to, 'again']);
  });

  it('passes on the rejection of a cancelled popup', async () => {
    const { fetch } = network([Response.json({ detail: challenge }, { status: 203 })]);
    const canceled = client(fetch, {
      onChallenge: () => Promise.reject(new ApiProblem('code_canceled')),
    }).call(createPayment, { body: payment });
    expect((await rejection(canceled)).code).toBe('code_canceled');
  });

  it('repeats a keyed write with the same key when the connection breaks', async () => {
    const { seen, fetch } = network([new TypeError('broken'), refused(409, 'payment_state')]);
    const problem = await rejection(client(fetch).call(createPayment, { body: payment }));
    expect(problem.code).toBe('payment_state');
    const keys = seen.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('refreshes the session once on a 401 and otherwise reports that it has ended', async () => {
    const good = network([refused(401, 'session_expired'), page()]);
    await client(good.fetch, { refresh: async () => true }).call(listAccounts, {});
    expect(good.seen).toHaveLength(2);
    let over = 0;
    const bad = network([refused(401, 'session_expired')]);
    await rejection(
      client(bad.fetch, {
        refresh: async () => false,
        onUnauthorised: () => {
          over += 1;
        },
      }).call(listAccounts, {}),
    );
    expect(over).toBe(1);
  });

  it('renews a token that expired while the code was typed, and keeps the code', async () => {
    const { seen, fetch } = network([
      Response.json({ detail: challenge }, { status: 203 }),
      refused(401, 'session_expired'),
      refused(422, 'insufficient_funds'),
    ]);
    const problem = await rejection(
      client(fetch, { onChallenge: async () => '123456', refresh: async () => true }).call(createPayment, {
        body: payment,
      }),
    );
    expect(problem.code).toBe('insufficient_funds');
    expect(seen.map(({ headers }) => headers.get('x-tfa-code'))).toEqual([null, '123456', '123456']);
  });

  it('reads a list with an unknown status', async () => {
    const row = {
      Id: '019a0000-0000-7000-8000-000000000003',
      Number: 'PAY-2026-0000001',
      payment_date: '2026-11-22T10:00:00Z',
      UpdatedAt: '2026-11-22T10:00:00Z',
      Version: 1,
      amount_num: '1.00',
      currency: 'EUR',
      Fee: '0.00',
      Direction: 'DEBIT',
      TransactionStatus: 'FROZEN_BY_COURT',
      processing_status: 'PROCESSING',
      TransactionType: 'SEPA',
      details: 'x',
      AccountId: '019a0000-0000-7000-8000-000000000004',
      CounterpartyName: 'Hansa GmbH',
      CounterpartyAccount: 'DE89370400440532013000',
      CounterpartyCountry: 'DE',
      BeneficiaryId: null,
      OrderedBy: null,
      Converted: null,
      ReturnPart: null,
      isRequest: false,
      IsConfidential: false,
      MaskOf: null,
      isCardTrans: false,
      AccountName: 'Everyday',
    };
    expect(z.decode(zPayment, row as never).status).toBe('FROZEN_BY_COURT');
  });
});
