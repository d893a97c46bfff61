/** The edge's guarantees for every call: access, responses, when a code is requested, and behaviour without a database. */
import { request as httpRequest } from 'node:http';
import { endpoint, wire, zIdParam } from '@calmly/contract';
import { startTestEdge, type TestEdge } from '@calmly/server/test/support/attackers/edge.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { StepUp } from './calls/step-up.ts';

const zOrder = wire({ title: ['Title', z.string().max(100)] });
const common = { tag: 'Test', summary: 'For tests', access: 'client', presence: 'open' } as const;
const list = endpoint({
  ...common,
  id: 'list',
  method: 'GET',
  path: '/things',
  query: z.strictObject({ limit: z.coerce.number().int().max(50).default(10) }),
  response: z.strictObject({ limit: z.number() }),
});
const remove = endpoint({
  ...common,
  id: 'remove',
  method: 'DELETE',
  path: '/things/{id}',
  access: 'active',
  params: zIdParam,
});
const leak = endpoint({ ...common, id: 'leak', method: 'GET', path: '/leak', response: zOrder });
const store = endpoint({ ...common, id: 'store', method: 'POST', path: '/store', body: zOrder });
const confirm = endpoint({
  ...common,
  id: 'confirm',
  method: 'POST',
  path: '/confirm',
  body: zOrder,
  twoFactor: 'always',
  idempotent: true,
  response: zOrder,
});

const challengeId = '018f0000-0000-7000-8000-000000000001';
let edge: TestEdge;

beforeAll(async () => {
  edge = await startTestEdge(
    (router) => {
      router.read(list, async (_work, { query }) => query);
      router.write(remove, async () => undefined);
      router.read(leak, async () => ({ title: 'x', password: 'secret' }) as { title: string });
      router.write(store, async (work, { body }) => {
        if (body.title === 'not a number') await sql`select ${body.title}::int`.execute(work.sql);
        await sql`insert into note (text) values (${body.title})`.execute(work.sql);
        return undefined;
      });
      router.write(confirm, async (work, { body }) => {
        await sql`insert into note (text) values (${body.title})`.execute(work.sql);
        if (work.request?.approval === undefined)
          throw new StepUp(async (fresh) => {
            await sql`insert into note (text) values ('challenge')`.execute(fresh.sql);
            return {
              detail: {
                challenge_id: challengeId,
                sent_via: 'email',
                sent_to: 'a@b',
                methods: ['email'],
                summary: body.title,
                expires_in: 300,
                resend_in: 9,
              },
            };
          });
        return body;
      });
    },
    { checkCode: async (_actor, { code }) => (code === '123456' ? { challengeId } : undefined) },
  );
  await sql`create table note (text text not null)`.execute(edge.database.sql);
});
afterAll(() => edge.close());

async function notes(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select text from note`.execute(edge.database.sql);
  await sql`delete from note`.execute(edge.database.sql);
  return rows.map(({ text }) => text);
}

describe('who may call', () => {
  test.each([
    [{}, 'unauthenticated'],
    [{ authorization: 'Bearer nobody' }, 'session_expired'],
    [{ authorization: 'Basic YW5uYTp4' }, 'unauthenticated'],
    [{ authorization: 'Bearer' }, 'unauthenticated'],
    [{ authorization: 'Bearer a b' }, 'unauthenticated'],
  ])('%o is a 401 before the body is read', async (headers, code) => {
    const response = await fetch(`${edge.url}/api/store`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', ...headers } as Record<string, string>,
      body: '{',
    });
    expect([response.status, await response.json()]).toMatchObject([401, { code }]);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('a call for active clients refuses all others, and those who have not accepted the terms', async () => {
    const input = { params: { id: challengeId } };
    const refused = await edge.call(remove, input, { token: 'anna:KYC_DECLINED' });
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'client_not_active', detail: 'Your user is not active' },
    ]);
    expect((await edge.call(list, {}, { token: 'anna:KYC_DECLINED' })).status).toBe(200);
    const unread = await edge.call(remove, input, { token: 'unread-terms' });
    expect([unread.status, unread.body]).toMatchObject([403, { code: 'terms_not_accepted' }]);
    expect((await edge.call(remove, input, { token: 'anna' })).status).toBe(204);
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 204],
    [{}, 204],
  ])('a change with %o is %i', async (headers, status) => {
    expect(await postRaw('/store', headers)).toBe(status);
    expect(await notes()).toEqual(status === 204 ? ['raw'] : []);
  });

  test('callers beyond their limit get a retry time', async () => {
    const limited = await startTestEdge((router) => router.read(list, async (_work, { query }) => query), {
      rateLimits: { anonymousPerMinute: 3, clientPerMinute: 2 },
    });
    const statuses = async (token: string | undefined, count: number) => {
      const answers = [];
      for (let call = 0; call < count; call += 1)
        answers.push(await limited.call(list, {}, token === undefined ? {} : { token }));
      return answers;
    };
    const anonymous = await statuses(undefined, 4);
    expect(anonymous.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
    expect(Number(anonymous.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await statuses('anna', 3)).map(({ status }) => status)).toEqual([200, 200, 429]);
    expect((await statuses('boris', 1)).map(({ status }) => status)).toEqual([200]);
    await limited.close();
  });

  test('wrong tokens are counted by network, like calls without one; right ones are not', async () => {
    const limited = await startTestEdge((router) => router.read(list, async (_work, { query }) => query), {
      rateLimits: { anonymousPerMinute: 3, clientPerMinute: 0 },
    });
    const statuses: number[] = [];
    for (const token of ['anna', 'nobody', 'nobody', 'anna', 'nobody', 'nobody', 'anna'])
      statuses.push((await limited.call(list, {}, { token })).status);
    expect(statuses).toEqual([200, 401, 401, 200, 401, 429, 200]);
    await limited.close();
  });
});

describe('responses', () => {
  test('a field that the contract does not know never leaves the server', async () => {
    const { status, text } = await edge.call(leak, {}, { token: 'anna' });
    expect([status, text]).toEqual([200, '{"Title":"x"}']);
  });

  test('carry the headers of an API: nothing stored, nothing framed, no other origin', async () => {
    const { headers } = await edge.call(list, {}, { token: 'anna' });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  test('a value that no column can hold is the sender’s error', async () => {
    const { status, body } = await edge.call(store, { body: { title: 'not a number' } }, { token: 'anna' });
    expect([status, body]).toMatchObject([400, { code: 'invalid_request' }]);
  });
});

describe('a code', () => {
  const options = { token: 'anna', idempotencyKey: 'intent' };
  const input = { body: { title: 'pay' } };

  test('is requested with 203: nothing is done, the challenge is kept, the key is free', async () => {
    const asked = await edge.call(confirm, input, options);
    expect(asked.status).toBe(203);
    expect(asked.headers.get('x-tfa-required')).toBe('1');
    expect(asked.headers.get('cache-control')).toBe('no-store');
    expect(asked.body).toMatchObject({ detail: { summary: 'pay', challenge_id: challengeId } });
    expect(await notes()).toEqual(['challenge']);
  });

  test('that is correct lets the same call through, once', async () => {
    const done = await edge.call(confirm, input, { ...options, code: '123456' });
    expect(done.status).toBe(200);
    expect(await notes()).toEqual(['pay']);
  });

  test('is not requested again when the response was lost', async () => {
    const replayed = await edge.call(confirm, input, options);
    expect([replayed.status, replayed.headers.get('idempotent-replay')]).toEqual([200, 'true']);
    expect(await notes()).toEqual([]);
  });
});

describe('a call that takes too long', () => {
  test('is ended with a retry time', async () => {
    const answer = Promise.withResolvers<{ limit: number }>();
    const slow = await startTestEdge((router) => router.read(list, () => answer.promise), {
      callLimitMs: 50,
    });
    const { status, body, headers } = await slow.call(list, { query: {} }, { token: 'anna' });
    expect([status, body, headers.get('retry-after')]).toMatchObject([503, { code: 'unavailable' }, '2']);
    answer.resolve({ limit: 1 });
    await slow.close();
  });
});

describe('without its database', () => {
  test('the server says so, with a retry time', async () => {
    const lost = await startTestEdge((router) =>
      router.write(store, async (work, { body }) => {
        await sql`select pg_terminate_backend(pg_backend_pid()), ${body.title}`.execute(work.sql);
        return undefined;
      }),
    );
    const answer = await lost.call(store, { body: { title: 'a' } }, { token: 'anna' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(answer.body).toMatchObject({ code: 'unavailable' });
    await lost.close();
  });

  test('a row that stays locked is "busy" after three seconds, not an endless wait', async () => {
    const key = 'locked';
    await edge.database.inTransaction(async (open) => {
      await sql`lock table note in access exclusive mode`.execute(open);
      const answer = await edge.call(store, { body: { title: key } }, { token: 'anna' });
      expect([answer.status, answer.body]).toMatchObject([503, { code: 'overloaded' }]);
      expect(answer.headers.get('retry-after')).toBe('1');
    });
    expect(await notes()).toEqual([]);
  });
});

/** Node's own client: `fetch` sets `Sec-Fetch-*` and `Origin` itself. */
function postRaw(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${edge.url}/api${path}`,
      {
        method: 'POST',
        headers: { authorization: 'Bearer anna', 'content-type': 'application/json', ...headers },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    request.on('error', reject);
    request.end('{"Title":"raw"}');
  });
}
