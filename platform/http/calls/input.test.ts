/** Invalid input is the caller's 4xx, reported field by field under wire names. It never reaches a handler and never becomes a 5xx. */
import { endpoint, wire, zIdParam } from '@calmly/contract';
import { startTestEdge, type TestEdge } from '@calmly/server/test/support/attackers/edge.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { badFields } from '../../problem.ts';

const zItem = wire({
  label: ['Label', z.string().min(1).max(10)],
  amount: ['Amount', z.number().optional()],
});
const zOrder = wire({
  title: ['Title', z.string().max(100)],
  bankDetails: ['bank_details', z.array(zItem).optional()],
});
const common = { tag: 'Test', summary: 'For tests', access: 'client', presence: 'open' } as const;
const echo = endpoint({
  ...common,
  id: 'echo',
  method: 'POST',
  path: '/echo',
  body: zOrder,
  response: zOrder,
});
const list = endpoint({
  ...common,
  id: 'list',
  method: 'GET',
  path: '/things',
  query: z.strictObject({ limit: z.coerce.number().int().max(50).default(10) }),
});
const read = endpoint({ ...common, id: 'read', method: 'GET', path: '/things/{id}', params: zIdParam });
const plain = endpoint({ ...common, id: 'plain', method: 'GET', path: '/plain' });

let edge: TestEdge;
/** Calls that reached the handler of `echo`. */
let handled = 0;

beforeAll(async () => {
  edge = await startTestEdge((router) => {
    router.read(echo, async (_work, { body }) => {
      handled += 1;
      if (body.title === 'rule')
        throw badFields({
          field: 'bankDetails.0.label',
          code: 'iban_length',
          params: { expected: 22, actual: 3 },
        });
      return body;
    });
    for (const endpoint of [list, read, plain]) router.read(endpoint, async () => undefined);
  });
});
beforeEach(() => {
  handled = 0;
});
afterAll(() => edge.close());

/** Posts exactly these bytes. */
function post(path: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
  return fetch(`${edge.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer anna', 'content-type': 'application/json', ...headers },
    body: body as BodyInit,
  });
}

test('inputs and outputs use wire names', async () => {
  const { status, body } = await edge.call(
    echo,
    { body: { title: 'a', bankDetails: [{ label: 'b' }] } },
    { token: 'anna' },
  );
  expect([status, body]).toEqual([200, { Title: 'a', bank_details: [{ Label: 'b' }] }]);
});

test('every invalid field is named by its path on the wire, with a message in the language of the caller', async () => {
  const response = await post(
    '/echo',
    JSON.stringify({
      Titel: 1,
      bank_details: [{ Label: '', Amount: '1' }, { Label: 'far too long' }, {}, 7],
    }),
    { 'accept-language': 'fr, ru;q=0.8, en;q=0.5' },
  );
  const { detail, ...problem } = (await response.json()) as {
    detail: Array<{ field: string; message: string }>;
  };
  expect(response.status).toBe(400);
  expect(problem).toMatchObject({ code: 'invalid_request', status: 400, title: 'Invalid request' });
  expect(Object.fromEntries(detail.map(({ field, message }) => [field, message]))).toEqual({
    Title: 'Заполните это поле.',
    Titel: 'Неизвестное поле.',
    'bank_details.0.Label': 'Заполните это поле.',
    'bank_details.0.Amount': 'Неверное значение.',
    'bank_details.1.Label': 'Слишком длинное значение.',
    'bank_details.2.Label': 'Заполните это поле.',
    'bank_details.3': 'Неверное значение.',
  });
});

test('a rule’s rejection of our field is reported under the wire’s name, with its figures', async () => {
  const { body } = await edge.call(echo, { body: { title: 'rule' } }, { token: 'anna' });
  expect(body).toMatchObject({
    detail: [
      {
        field: 'bank_details.0.Label',
        message: 'An IBAN in this country has 22 characters. This one has 3.',
      },
    ],
  });
});

test.each<[string, string | Uint8Array, number]>([
  ['no JSON', '{', 400],
  ['two values', '{}{}', 400],
  ['nothing', '', 400],
  ['an array', '[]', 400],
  ['null', 'null', 400],
  ['a number', '1e400', 400],
  ['a prototype', '{"Title":"a","__proto__":{"admin":true}}', 400],
  ['a constructor', '{"Title":"a","constructor":{"prototype":{}}}', 400],
  ['a zero byte', '{"Title":"a\\u0000b"}', 400],
  ['half a character', '{"Title":"a\\ud800"}', 400],
  ['a zero byte in a name', '{"Title":"a","x\\u0000":1}', 400],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400],
  ['a hundred thousand brackets', `{"Title":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400],
  ['escapes under thirty thousand brackets', `${'['.repeat(30_000)}"\\u0041"${']'.repeat(30_000)}`, 400],
  ['too much', JSON.stringify({ Title: 'x'.repeat(70_000) }), 413],
])('%s in the body is refused', async (_name, body, status) => {
  const response = await post('/echo', body);
  const text = await response.text();
  expect([response.status, text]).toEqual([status, expect.stringContaining('"code"')]);
  expect(text).not.toMatch(/ at .*\.ts|node_modules/);
  expect(handled).toBe(0);
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/json',
])('a body of type %s is refused', async (type) => {
  const response = await post('/echo', '{"Title":"a"}', { 'content-type': type });
  expect(response.status).toBe(415);
  expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' });
});

test.each([
  ['/things?limit=abc', 400],
  ['/things?limit=51', 400],
  ['/things?limit=1&limit=2', 400],
  ['/things?sort=name', 400],
  ['/things?limit=1%00', 400],
  ['/plain?x=1', 400],
  ['/things/%zz', 400],
  ['/nothing', 404],
  ['/things/../../etc/passwd', 404],
])('GET %s is %i', async (path, status) => {
  const response = await fetch(`${edge.url}/api${path}`, { headers: { authorization: 'Bearer anna' } });
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
});

test('another method on a known path lists the allowed ones', async () => {
  const response = await fetch(`${edge.url}/api/things`, { method: 'DELETE' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  expect(await response.json()).toMatchObject({ code: 'method_not_allowed' });
});

test('headers without a legitimate use are refused', async () => {
  const options = { token: 'anna', idempotencyKey: 'k'.repeat(201) };
  const { status, body } = await edge.call(echo, { body: { title: 'a' } }, options);
  expect([status, body]).toMatchObject([400, { detail: [{ field: 'Idempotency-Key' }] }]);
});
