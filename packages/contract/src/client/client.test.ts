import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issueToken } from '../access/identity.ts';
import { listAccounts } from '../accounts/accounts.ts';
import { changePolicy } from '../payments/approvals.ts';
import { createPayment } from '../payments/payment-order.ts';
import { zPayment } from '../payments/payments.ts';
import { isSentForApproval } from '../payments/sent-for-approval.ts';
import { ApiProblem } from '../problems/api-problem.ts';
import { createClient, type ProvenCall } from './client.ts';

const challenge = {
  challenge_id: '019a0000-0000-7000-8000-000000000001',
  sent_via: 'email',
  sent_to: 'a••••a@demo.calmly.example',
  methods: ['email'],
  summary: 'Pay 1.00 € to Hansa GmbH',
  expires_in: 300,
  resend_in: 9,
};
const payment = {
  debtorAccount: 'LT1',
  beneficiaryId: '019a0000-0000-7000-8000-000000000002',
  amount: '1.00',
  currency: 'EUR',
  reference: 'x',
  chargeBearer: 'SHA',
} as const;
const refused = (status: number, code: string, detail: unknown = code) =>
  Response.json({ type: 'urn:x', title: 'T', status, code, detail }, { status });
const page = () => Response.json({ Items: [], NextCursor: null });

interface Seen {
  url: string;
  headers: Headers;
  body: string | undefined;
}

/** The network: answers one after the other; a thrown value is a broken connection. */
function network(answers: (Response | Error)[]) {
  const seen: Seen[] = [];
  const fetch = async (url: unknown, init?: RequestInit) => {
    seen.push({
      url: String(url),
      headers: new Headers(init?.headers),
      body: init?.body as string | undefined,
    });
    const next = answers.shift();
    if (!next) throw new Error('no answer left');
    if (next instanceof Error) throw next;
    return next;
  };
  return { seen, fetch: fetch as typeof globalThis.fetch };
}

const client = (fetch: typeof globalThis.fetch, more: Partial<Parameters<typeof createClient>[0]> = {}) =>
  createClient({ baseUrl: 'http://bank', getToken: () => 'token', fetch, ...more });

async function rejection(promise: Promise<unknown>): Promise<ApiProblem> {
  const problem = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (problem instanceof ApiProblem) return problem;
  throw new Error('expected an ApiProblem');
}

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

  describe('in an idle session', () => {
    /** Answers 203 until a code was sent; the page's own calls are refused. */
    function staleNetwork() {
      const seen: { path: string; code: string | null; background: string | null }[] = [];
      let isFresh = false;
      const fetch = async (url: string | URL | Request, init?: RequestInit) => {
        const headers = new Headers(init?.headers);
        const code = headers.get('x-tfa-code');
        const background = headers.get('x-background');
        seen.push({ path: String(url), code, background });
        if (code !== null) isFresh = true;
        if (isFresh) return page();
        return background === null
          ? Response.json({ detail: challenge }, { status: 203 })
          : refused(403, 'presence_needed');
      };
      return { seen, fetch };
    }

    it('asks one challenge for all reads, and repeats the others once it is answered', async () => {
      const { seen, fetch } = staleNetwork();
      let questions = 0;
      const { call } = client(fetch, {
        onChallenge: async () => {
          questions += 1;
          await new Promise((resolve) => setTimeout(resolve, 5));
          return '123456';
        },
      });
      await Promise.all([call(listAccounts, {}), call(listAccounts, {}), call(listAccounts, {})]);
      expect(questions).toBe(1);
      expect(seen.filter(({ code }) => code !== null)).toHaveLength(1);
    });

    it('ends all of them when it is cancelled, and asks again only for a person’s action', async () => {
      const { fetch } = staleNetwork();
      let questions = 0;
      let isThere = true;
      const { call } = client(fetch, {
        isPersonThere: () => isThere,
        personReturns: () => new Promise(() => undefined),
        onChallenge: async () => {
          questions += 1;
          await Promise.resolve();
          throw new ApiProblem('code_canceled');
        },
      });
      const outcomes = await Promise.allSettled([call(listAccounts, {}), call(listAccounts, {})]);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(questions).toBe(1);
      isThere = false;
      expect((await rejection(call(listAccounts, {}))).code).toBe('code_canceled');
      expect(questions).toBe(1);
      isThere = true;
      await rejection(call(listAccounts, {}));
      expect(questions).toBe(2);
    });

    it('holds automatic calls until the person is back, or the screen is left', async () => {
      const { seen, fetch } = staleNetwork();
      const back = Promise.withResolvers<void>();
      let isThere = false;
      const { call } = client(fetch, {
        isPersonThere: () => isThere,
        personReturns: () => back.promise,
        onChallenge: async () => '123456',
      });
      const left = new AbortController();
      const abandoned = rejection(call(listAccounts, {}, { signal: left.signal }));
      const waiting = call(listAccounts, {});
      left.abort();
      expect((await abandoned).code).toBe('aborted');
      expect(seen.every(({ background }) => background === '1')).toBe(true);
      isThere = true;
      back.resolve();
      await waiting;
      expect(seen.at(-1)).toMatchObject({ code: '123456', background: null });
    });
  });

  it('marks automatic calls: those declared so, and all while no person is there', async () => {
    const { seen, fetch } = network([page(), page(), page()]);
    let isThere = true;
    const { call } = client(fetch, { isPersonThere: () => isThere });
    await call(listAccounts, {});
    await call(listAccounts, {}, { background: true });
    isThere = false;
    await call(listAccounts, {});
    expect(seen.map(({ headers }) => headers.get('x-background'))).toEqual([null, '1', '1']);
  });

  describe('with a key', () => {
    const proofRefused = () =>
      new Response(null, {
        status: 401,
        headers: {
          'www-authenticate': 'DPoP error="invalid_dpop_proof", algs="ES256"',
          date: 'Sat, 21 Nov 2026 03:00:00 GMT',
        },
      });

    function proving(answers: Response[]) {
      const { seen, fetch } = network(answers);
      const proved: ProvenCall[] = [];
      const clocks: string[] = [];
      const { call } = client(fetch, {
        proofs: {
          prove: async (said) => {
            proved.push(said);
            return `proof ${proved.length}`;
          },
          setClock: (time) => clocks.push(time.toISOString()),
        },
      });
      return { call, seen, proved, clocks };
    }

    it('proves method, URL without query and token, with a new proof for each attempt', async () => {
      const { call, seen, proved } = proving([new Response('', { status: 503 }), page()]);
      await call(listAccounts, { query: { currency: 'EUR' } });
      const said = { method: 'GET', url: 'http://bank/api/clientaccounts', token: 'token' };
      expect(proved).toEqual([said, said]);
      expect(seen.map(({ headers }) => headers.get('dpop'))).toEqual(['proof 1', 'proof 2']);
      expect(seen[0]?.headers.get('authorization')).toBe('DPoP token');
    });

    it('takes the server’s time when a proof is refused, and retries once', async () => {
      const corrected = proving([proofRefused(), page()]);
      await corrected.call(listAccounts, {});
      expect(corrected.clocks).toEqual(['2026-11-21T03:00:00.000Z']);
      const hopeless = proving([proofRefused(), proofRefused()]);
      await rejection(hopeless.call(listAccounts, {}));
      expect(hopeless.seen).toHaveLength(2);
    });

    it('sends no token beside another authorization', async () => {
      const { call, seen, proved } = proving([refused(400, 'bad_credentials')]);
      await rejection(call(issueToken, { body: { remember: false } }, { authorization: 'Basic x' }));
      expect(proved[0]?.token).toBeUndefined();
      expect(seen[0]?.headers.get('authorization')).toBe('Basic x');
    });
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
