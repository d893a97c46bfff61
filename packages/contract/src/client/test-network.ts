/** A fake network for tests of the client, with scripted answers. */
import { ApiProblem } from '../problems/api-problem.ts';
import { createClient } from './client.ts';

export const challenge = {
  challenge_id: '019a0000-0000-7000-8000-000000000001',
  sent_via: 'email',
  sent_to: 'a••••a@demo.calmly.example',
  methods: ['email'],
  summary: 'Pay 1.00 € to Hansa GmbH',
  expires_in: 300,
  resend_in: 9,
};
export const payment = {
  debtorAccount: 'LT1',
  beneficiaryId: '019a0000-0000-7000-8000-000000000002',
  amount: '1.00',
  currency: 'EUR',
  reference: 'x',
  chargeBearer: 'SHA',
} as const;
/** A problem as the bank sends it (RFC 9457). */
export const refused = (status: number, code: string, detail: unknown = code) =>
  Response.json({ type: 'urn:x', title: 'T', status, code, detail }, { status });
export const page = () => Response.json({ Items: [], NextCursor: null });

interface Seen {
  url: string;
  headers: Headers;
  body: string | undefined;
}

/** Gives the answers in order; an Error is a broken connection. */
export function network(answers: (Response | Error)[]) {
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

/** Signed in with the token `token`; `more` replaces any option. */
export const client = (
  fetch: typeof globalThis.fetch,
  more: Partial<Parameters<typeof createClient>[0]> = {},
) => createClient({ baseUrl: 'http://bank', getToken: () => 'token', fetch, ...more });

/** Fails if the promise is fulfilled or rejects with another error. */
export async function rejection(promise: Promise<unknown>): Promise<ApiProblem> {
  const problem = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (problem instanceof ApiProblem) return problem;
  throw new Error('expected an ApiProblem');
}
