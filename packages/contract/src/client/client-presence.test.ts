/** Calls in an idle session: which of them ask for a code and which wait. */

import { listAccounts } from '@calmly/products/accounts/contract/accounts.ts';
import { describe, expect, it } from 'vitest';
import { ApiProblem } from '../problems/api-problem.ts';
import { challenge, client, network, page, refused, rejection } from './test-network.ts';

describe('in an idle session', () => {
  /** Answers 203 until a code is sent; automatic calls are refused. */
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
