/** How the bank's people get in: password, then code; what ends a session; who never gets in. */
import { createHash } from 'node:crypto';
import {
  acceptInvitation,
  beginStaffSignIn,
  changeStaffPassword,
  completeStaffSignIn,
  endStaffSession,
  getStaffSession,
  listStaff,
  openInvitation,
  proveStaffFactor,
} from '@calmly/contract/staff';
import { createSecretBox } from '@calmly/platform/secrets/secret-box.ts';
import { testSecretKeys } from '@calmly/server/test/support/app.ts';
import {
  codeAt,
  cookieOf,
  nextCode,
  staffPassword,
  startTestOffice,
  type TestOffice,
} from '@calmly/server/test/support/staff.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addStaff } from './people/first.ts';

let app: TestOffice;

beforeAll(async () => {
  app = await startTestOffice();
});
afterAll(() => app.close());
beforeEach(async () => {
  await query`delete from identity.throttle`.execute(app.database.sql);
});

const begin = (email: string, password = staffPassword) =>
  app.office(beginStaffSignIn, { body: { email, password } });
const session = (cookie: string) => app.office(getStaffSession, {}, { cookie });

test('a password and a code open a session, whose cookie no script can read', async () => {
  const { SUPPORT } = app.people;
  const { signIn } = (await begin(' Support@Bank.test ')).output;
  const answer = await app.office(completeStaffSignIn, { body: { signIn, code: nextCode(SUPPORT) } });
  expect(answer.output).toMatchObject({ id: SUPPORT.id, name: 'SUPPORT Person', roles: ['SUPPORT'] });
  const cookie = answer.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^office=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  expect((await session(cookieOf(answer))).output.email).toBe('support@bank.test');
});

test('a wrong password, an unknown address and a wrong code are told in the same words', async () => {
  const { FIN } = app.people;
  const wrong = await begin(FIN.email, 'not-the-password-at-all');
  const unknown = await begin('nobody@bank.test');
  const { signIn } = (await begin(FIN.email)).output;
  const wrongCode = await app.office(completeStaffSignIn, { body: { signIn, code: '000000' } });
  for (const answer of [wrong, unknown, wrongCode]) {
    expect([answer.status, answer.code]).toEqual([401, 'staff_sign_in_failed']);
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
});

test('a client’s address and password open nothing here', async () => {
  const answer = await begin('anna@demo.calmly.example', 'more-payments-less-stress');
  expect(answer.code).toBe('staff_sign_in_failed');
});

test('a code works once, and a sign-in is completed once', async () => {
  const { AML } = app.people;
  const code = nextCode(AML);
  const first = (await begin(AML.email)).output;
  expect((await app.office(completeStaffSignIn, { body: { signIn: first.signIn, code } })).status).toBe(200);
  const second = (await begin(AML.email)).output;
  expect((await app.office(completeStaffSignIn, { body: { signIn: second.signIn, code } })).code).toBe(
    'staff_sign_in_failed',
  );
  const again = await app.office(completeStaffSignIn, {
    body: { signIn: first.signIn, code: nextCode(AML) },
  });
  expect(again.code).toBe('staff_sign_in_over');
});

test('of eight parallel answers with one code, one opens a session', async () => {
  const { HISTORY } = app.people;
  const { signIn } = (await begin(HISTORY.email)).output;
  await query`update staff.totp set last_step = 0 where person_id = ${HISTORY.id}`.execute(app.database.sql);
  const code = codeAt(HISTORY.secret, Math.floor(Date.now() / 30_000));
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => app.office(completeStaffSignIn, { body: { signIn, code } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('five wrong codes make a pause, even for the right one', async () => {
  const { SUPER } = app.people;
  const { signIn } = (await begin(SUPER.email)).output;
  for (let wrong = 0; wrong < 5; wrong += 1)
    await app.office(completeStaffSignIn, { body: { signIn, code: '000000' } });
  const answer = await app.office(completeStaffSignIn, { body: { signIn, code: nextCode(SUPER) } });
  expect([answer.status, answer.code]).toEqual([429, 'sign_in_locked']);
});

test('twenty parallel guesses at a password are five', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, guess) => begin('super2@bank.test', `guess-number-${guess}-of-many`)),
  );
  expect(answers.filter(({ code }) => code === 'staff_sign_in_failed').length).toBeLessThanOrEqual(5);
  expect((await begin('super2@bank.test')).code).toBe('sign_in_locked');
});

test('a stranger’s guesses from elsewhere do not keep a person out', async () => {
  const key = sha256('super@bank.test');
  await query`
    insert into identity.throttle (subject, tries, locks, last_at, locked_until)
    values (${`staff:${key}:203.0.113.7`}, 5, 3, now(), now() + interval '1 hour')`.execute(app.database.sql);
  expect((await begin('super@bank.test')).status).toBe(200);
  // The control: a pause for the address as a whole holds everywhere.
  await query`
    insert into identity.throttle (subject, tries, locks, last_at, locked_until)
    values (${`staff:${key}`}, 100, 1, now(), now() + interval '5 minutes')`.execute(app.database.sql);
  expect((await begin('super@bank.test')).code).toBe('sign_in_locked');
});

test('a session ends with its sign-out, after fifteen idle minutes and after twelve hours', async () => {
  const { SUPPORT } = app.people;
  const [out, idle, old] = [await app.signIn(SUPPORT), await app.signIn(SUPPORT), await fresh('SUPPORT')];
  const answer = await app.office(endStaffSession, {}, { cookie: out });
  expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
  await age(idle, 'last_seen_at', '15 minutes');
  await age(old, 'created_at', '12 hours');
  for (const cookie of [out, idle, old])
    expect([(await session(cookie)).status, (await session(cookie)).code]).toEqual([
      401,
      'staff_session_over',
    ]);
});

test('a call that the page makes by itself keeps no session alive', async () => {
  const cookie = await fresh('FIN');
  await age(cookie, 'last_seen_at', '10 minutes');
  await app.office(getStaffSession, {}, { cookie, headers: { 'x-background': '1' } });
  await age(cookie, 'last_seen_at', '6 minutes');
  expect((await session(cookie)).status).toBe(401);
});

test('the control: a call of the person keeps it alive', async () => {
  const cookie = await fresh('FIN');
  await age(cookie, 'last_seen_at', '10 minutes');
  await session(cookie);
  await age(cookie, 'last_seen_at', '6 minutes');
  expect((await session(cookie)).status).toBe(200);
});

test('a dangerous act needs a code of the last ten minutes', async () => {
  const cookie = await fresh('FIN');
  const change = { body: { current: staffPassword, next: 'amber-ladder-seven-foxes' } };
  await age(cookie, 'factor_at', '11 minutes');
  expect((await app.office(changeStaffPassword, change, { cookie })).code).toBe('staff_factor_needed');
  await query`update staff.totp set last_step = 0 where person_id = ${app.people.FIN.id}`.execute(
    app.database.sql,
  );
  const code = codeAt(app.people.FIN.secret, Math.floor(Date.now() / 30_000));
  expect((await app.office(proveStaffFactor, { body: { code: '000000' } }, { cookie })).status).toBe(401);
  expect(
    (await app.office(proveStaffFactor, { body: { code } }, { cookie })).output.factorUntil,
  ).not.toBeNull();
  expect((await app.office(changeStaffPassword, change, { cookie })).status).toBe(204);
});

test('a changed password ends the other sessions and is the only one that works', async () => {
  const [here, there] = [await fresh('AML'), await fresh('AML')];
  const weak = await app.office(
    changeStaffPassword,
    { body: { current: staffPassword, next: 'short' } },
    { cookie: here },
  );
  expect(weak.text).toContain('"field":"next"');
  const next = 'copper-meadow-nine-storks';
  await app.office(changeStaffPassword, { body: { current: staffPassword, next } }, { cookie: here });
  expect((await session(here)).status).toBe(200);
  expect((await session(there)).status).toBe(401);
  expect((await begin('aml@bank.test')).code).toBe('staff_sign_in_failed');
  expect((await begin('aml@bank.test', next)).status).toBe(200);
});

test('the first two people are invited by the operator, and no third', async () => {
  await query`update staff.person set state = 'LEFT' where email_key like 'super%'`.execute(app.database.sql);
  const box = createSecretBox(testSecretKeys);
  const add = (email: string) =>
    app.database.inTransaction((sql) =>
      addStaff(systemWork(sql), box, {
        name: 'Ilse Tamm',
        email,
        invitationUrl: 'http://office.test/invitation',
      }),
    );
  const lost = (await add('ilse@bank.test')).split('#')[1] ?? '';
  // A link that was lost is replaced; the earlier one opens nothing.
  const token = (await add('ilse@bank.test')).split('#')[1] ?? '';
  expect((await app.office(openInvitation, { body: { token: lost } })).code).toBe('invitation_over');
  await add('otto@bank.test');
  await expect(add('third@bank.test')).rejects.toThrow('they add others in the office');

  const shown = (await app.office(openInvitation, { body: { token } })).output;
  expect(shown).toMatchObject({ name: 'Ilse Tamm', email: 'ilse@bank.test', roles: ['SUPER'] });
  expect(shown.uri).toContain(shown.secret);
  const accept = (code: string, password = 'quiet-river-forty-lamps') =>
    app.office(acceptInvitation, { body: { token, password, code } });
  const { shownCode } = shown;
  expect((await accept('000000')).text).toContain('"field":"code"');
  expect((await accept(shownCode ?? '', 'calmly-ilse-2026')).text).toContain('"field":"password"');
  const joined = await accept(shownCode ?? '');
  expect((await app.office(listStaff, {}, { cookie: cookieOf(joined) })).status).toBe(200);
  // The link is spent.
  expect((await app.office(openInvitation, { body: { token } })).code).toBe('invitation_over');
  expect((await accept(shownCode ?? '')).code).toBe('invitation_over');
});

test('what is stored opens nothing: no token, code or secret stands in the database as it is', async () => {
  const cookie = await fresh('HISTORY');
  const token = cookie.slice('office='.length);
  const { rows } = await query<{ text: string }>`
    select string_agg(row::text, ' ') as text from (
      select to_jsonb(session)::text from staff.session union all select to_jsonb(totp)::text from staff.totp) as all_rows (row)`.execute(
    app.database.sql,
  );
  expect(rows[0]?.text).not.toContain(token);
  expect(rows[0]?.text).not.toContain(app.people.HISTORY.secret.toString('hex'));
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A new session, whichever codes were used before. */
async function fresh(role: 'SUPPORT' | 'FIN' | 'AML' | 'HISTORY'): Promise<string> {
  const person = app.people[role];
  await query`update staff.totp set last_step = 0 where person_id = ${person.id}`.execute(app.database.sql);
  const { signIn } = (await begin(person.email)).output;
  const code = codeAt(person.secret, Math.floor(Date.now() / 30_000));
  return cookieOf(await app.office(completeStaffSignIn, { body: { signIn, code } }));
}

async function age(
  cookie: string,
  column: 'last_seen_at' | 'created_at' | 'factor_at',
  by: string,
): Promise<void> {
  const token = cookie.slice('office='.length);
  await query`
    update staff.session set ${query.ref(column)} = ${query.ref(column)} - ${by}::interval
    where token_hash = sha256(convert_to(${token}, 'UTF8'))`.execute(app.database.sql);
}
