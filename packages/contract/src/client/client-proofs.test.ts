/** Calls that prove the possession of a key. */

import { listAccounts } from '@calmly/products/accounts/contract/accounts.ts';
import { issueToken } from '@calmly/products/identity/contract/identity.ts';
import { describe, expect, it } from 'vitest';
import type { ProvenCall } from './client.ts';
import { client, network, page, refused, rejection } from './test-network.ts';

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
