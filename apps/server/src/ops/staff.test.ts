/** The first people of the office, added with the staff command. */
import { acceptInvitation, listStaff, openInvitation } from '@calmly/contract/staff';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { opsWith } from '../../test/support/processes/ops.ts';
import { cookieOf, startTestOffice, type TestOffice } from '../../test/support/staff.ts';

let app: TestOffice;
beforeAll(async () => {
  app = await startTestOffice();
  await query`update staff.person set state = 'LEFT' where email_key like 'super%'`.execute(app.database.sql);
});
afterAll(() => app.close());

const staff = (...parameters: string[]) =>
  opsWith({ OFFICE_URL: 'https://office.bank.example' }, app, 'staff', ...parameters);
const add = (name: string, email: string) => staff('add', '--as', 'Maija', '--name', name, '--email', email);

test('two people are invited, each with a link that works once; a third is added by them', async () => {
  const { out, code } = await add('Ilse Tamm', 'ilse@bank.example');
  expect(code).toBe(0);
  const token = /^Invitation for Ilse Tamm: https:\/\/office\.bank\.example\/invitation#([\w-]{43})$/m.exec(
    out,
  )?.[1];
  const shown = (await app.office(openInvitation, { body: { token: token ?? '' } })).output;
  const body = { token: token ?? '', password: 'quiet-river-forty-lamps', code: shown.shownCode ?? '' };
  const joined = await app.office(acceptInvitation, { body });
  expect((await app.office(listStaff, {}, { cookie: cookieOf(joined) })).status).toBe(200);

  expect((await add('Otto Kask', 'otto@bank.example')).code).toBe(0);
  const third = await add('Third Person', 'third@bank.example');
  expect([third.code, third.error]).toEqual([1, expect.stringContaining('they add others in the office')]);
  expect((await staff()).out).toContain('Ilse Tamm, ilse@bank.example: ACTIVE, SUPER');

  // Ilse loses her phone: Otto alone could approve nothing.
  const renewed = await staff('renew', '--as', 'Maija', '--email', 'ilse@bank.example');
  expect(renewed.out).toMatch(/^Invitation for ilse@bank\.example: .*#[\w-]{43}$/m);
  expect((await staff()).out).toContain('Ilse Tamm, ilse@bank.example: INVITED, SUPER');
  const stranger = await staff('renew', '--as', 'Maija', '--email', 'nobody@bank.example');
  expect([stranger.code, stranger.error]).toEqual([1, expect.stringContaining('No active person')]);
});

test.each([
  ['without a name', ['add', '--as', 'Maija', '--email', 'a@bank.example']],
  ['without an address', ['add', '--as', 'Maija', '--name', 'A']],
  ['without an address to renew', ['renew', '--as', 'Maija']],
  ['without the operator', ['add', '--name', 'A', '--email', 'a@bank.example']],
  ['with another word', ['remove']],
])('%s nothing is done', async (_, parameters) => {
  expect(await staff(...parameters)).toMatchObject({ code: 2, out: '' });
});
