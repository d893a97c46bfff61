/**
 * D2: a code confirms only the body it was requested for. For every call of the contract that needs a code, a code is requested for one
 * body. Every changed body is refused with it, and the same body in another form (key order, white space) is accepted.
 */
import { type EndpointSpec, endpoints } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { sampleBodies } from '../../support/attackers/sample-bodies.ts';
import {
  type Prepared,
  prepareTwoFactorCalls,
  type TwoFactorCalls,
} from '../../support/attackers/two-factor-calls.ts';
import { record, sized } from '../../support/campaign.ts';

let app: TestApp;
let calls: TwoFactorCalls;
/** Changed bodies refused by the call's schema, and those that reached the code. */
const refused = { byForm: 0, byCode: 0 };
beforeAll(async () => {
  app = await startTestApp();
  calls = await prepareTwoFactorCalls(app);
});
afterAll(() => app.close());

const confirmed: ReadonlyArray<readonly [string, EndpointSpec]> = Object.values(endpoints)
  .filter(({ twoFactor, access }: EndpointSpec) => twoFactor !== undefined && access !== 'public')
  .map((spec) => [spec.id, spec]);

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

const letters = 'aZ09 .,-\u0430\u00e9\u200b';

/** The same value with one change, in the n-th way; each differs from the value and from the others. */
function* changesOf(value: Json, most: number): Generator<Json> {
  if (typeof value === 'string') {
    // A different value of the right form: only the code refuses it.
    if (value === 'EUR') yield 'USD';
    if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)) yield newId();
    for (let n = 0; n < most; n += 1) {
      const at = n % (value.length + 1);
      const letter = letters[Math.floor(n / (value.length + 1)) % letters.length] ?? 'x';
      const cut = n % 3 === 0 ? 0 : 1;
      yield value.slice(0, at) + letter + value.slice(at + cut);
    }
    yield value.slice(0, -1);
    yield ` ${value}`;
    yield value.toUpperCase();
    yield value.toLowerCase();
  } else if (typeof value === 'number') for (const step of [1, -1, 0.5]) yield value + step;
  else if (typeof value === 'boolean') yield !value;
  else if (value === null) yield 'x';
  else if (Array.isArray(value)) {
    yield [];
    yield [...value, ...value];
    for (const [place, member] of value.entries())
      for (const change of changesOf(member, most)) yield value.with(place, change);
  } else {
    const entries = Object.entries(value);
    for (const [name, member] of entries) {
      yield Object.fromEntries(entries.filter(([other]) => other !== name));
      for (const change of changesOf(member, most)) yield { ...value, [name]: change };
    }
    yield { ...value, More: 'x' };
  }
}

/** The same value with its keys reversed and white space around everything. */
function inOtherWords(value: Json): string {
  if (Array.isArray(value)) return `[ ${value.map(inOtherWords).join(' ,\n')} ]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).toReversed();
    return `{\t${members.map(([name, member]) => `${JSON.stringify(name)} : ${inOtherWords(member as Json)}`).join('\n,')} }`;
  }
  return JSON.stringify(value);
}

const bodyOf = (id: string, { body }: Prepared) => (body ?? sampleBodies[id] ?? {}) as Json;

test.each(confirmed)('%s: a code for one body confirms no other', async (id, spec) => {
  const ready = await calls.prepare(id);
  const key = { 'idempotency-key': newId() };
  await query`delete from identity.throttle`.execute(app.database.sql);
  const asked = await calls.call(spec, ready, key);
  expect(asked.status).toBe(203);
  const code = { 'x-tfa-code': asked.detail.code ?? '' };

  const body = bodyOf(id, ready);
  const seen = new Set([inOtherWords(body)]);
  const most = sized(4, 600);
  const attempts = [...changesOf(body, most)].flatMap((changed): Prepared[] => {
    const text = inOtherWords(changed);
    return seen.has(text) || seen.size > sized(60, 1_500) || !seen.add(text)
      ? []
      : [{ ...ready, text: JSON.stringify(changed) }];
  });
  if (spec.path.includes('{id}')) attempts.push({ ...ready, id: newId() });
  const answers = new Map<string, string>();
  const counts = { byForm: 0, byCode: 0 };
  for (let at = 0; at < attempts.length; at += 16)
    await Promise.all(
      attempts.slice(at, at + 16).map(async (attempt) => {
        const headers = { ...code, 'idempotency-key': newId() };
        const { status, problem } = await calls.call(spec, attempt, headers);
        if (status === 400) counts.byForm += 1;
        else if (status === 401 && problem === 'code_expired') counts.byCode += 1;
        else answers.set(attempt.text ?? attempt.id ?? '', `${status} ${problem}`);
      }),
    );
  expect(answers).toEqual(new Map());
  expect(counts.byForm + counts.byCode).toBe(attempts.length);
  // A valid body other than the confirmed one: otherwise only the schema was tested.
  if (Object.keys(body as object).length > 0) expect(counts.byCode).toBeGreaterThan(0);
  refused.byForm += counts.byForm;
  refused.byCode += counts.byCode;

  // The control: the code was valid all the time, for the same body in another form.
  const done = await calls.call(spec, { ...ready, text: inOtherWords(body) }, { ...key, ...code });
  expect([200, 201, 202, 204]).toContain(done.status);
});

test.each(['changePassword', 'createPayment'])(
  'control: a code of %s that is not bound to its body confirms another',
  async (id) => {
    const spec = endpoints[id as 'changePassword'];
    const ready = await calls.prepare(id);
    const changed = {
      changePassword: { OldPassword: 'plum-ladder-quiet-ocean', NewPassword: 'a teapot on the windowsill' },
      createPayment: { ...ready.body, Details: 'Something else' },
    }[id];
    const { code = '', challenge_id: challengeId } = (await calls.call(spec, { ...ready, ...password(id) }))
      .detail;
    const other = { ...ready, body: changed as object };
    const headers = { 'x-tfa-code': code, 'idempotency-key': newId() };
    expect((await calls.call(spec, other, headers)).status).toBe(401);
    const unbound = (await calls.call(spec, other)).detail.challenge_id;
    await query`
    with hash as (delete from identity.challenge where id = ${unbound} returning request_hash, snapshot)
    update identity.challenge set request_hash = hash.request_hash from hash where id = ${challengeId}
  `.execute(app.database.sql);
    expect([201, 204]).toContain((await calls.call(spec, other, headers)).status);
  },
);

/** The client's password was changed by the walk. */
const password = (id: string) =>
  id === 'changePassword'
    ? { body: { OldPassword: 'plum-ladder-quiet-ocean', NewPassword: 'a kettle on the windowsill' } }
    : {};

test('the test covered enough bodies', () => {
  expect(confirmed.length).toBeGreaterThan(35);
  expect(refused.byCode).toBeGreaterThan(sized(100, 1_000));
  record({
    id: 'D2',
    what: `every call that asks for a code (${confirmed.length}): bodies with one thing changed, sent with the code of another`,
    figure: `${refused.byCode} changed bodies refused for their code, ${refused.byForm} for their form; the same body in other words passed each time`,
    control: 'a challenge whose binding is undone passes the other body',
  });
});
