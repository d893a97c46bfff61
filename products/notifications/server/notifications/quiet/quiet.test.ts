/**
 * Quiet hours: the pure rule on nights with a clock change, and over HTTP which messages are held, which are not, and the summary. Control, tried
 * once: without the check in `send`, the SMS is sent at once and nothing is held.
 */
import {
  allRights,
  countUnread,
  getQuietHours,
  listNotifications,
  type QuietHours,
  saveNotificationChoice,
  saveQuietHours,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import type { QueuedNotice } from '@calmly/platform/notify/notices.ts';
import { daysIn } from '@calmly/platform/time/zoned-days.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, password } from '@calmly/server/test/support/clients/clients.ts';
import { createFirm } from '@calmly/server/test/support/clients/firm.ts';
import { createPayer, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { signIn } from '@calmly/server/test/support/processes/browser.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeMember, removeMember } from '../../../../identity/server/index.ts';
import { handleNotices } from '../tell.ts';
import { quietUntil } from './quiet.ts';
import { releaseHeld } from './release.ts';

const hours = (fromMinute: number, toMinute: number, timeZone: string) => ({
  fromMinute,
  toMinute,
  timeZone,
  holdsEmail: false,
});
const at = (moment: string) => new Date(moment);

const isQuiet = (...of: Parameters<typeof quietUntil>) => quietUntil(...of) !== undefined;

describe('the rule', () => {
  const tallinn = hours(22 * 60, 7 * 60, 'Europe/Tallinn');

  test.each([
    // Winter: UTC+2.
    ['2026-01-10T19:59:59Z', undefined],
    ['2026-01-10T20:00:00Z', '2026-01-11T05:00:00Z'],
    ['2026-01-10T23:30:00Z', '2026-01-11T05:00:00Z'],
    ['2026-01-11T04:59:59Z', '2026-01-11T05:00:00Z'],
    ['2026-01-11T05:00:00Z', undefined],
    // The nights in which the clocks go forward and back: the end follows the clocks.
    ['2026-03-28T21:00:00Z', '2026-03-29T04:00:00Z'],
    ['2026-10-24T20:00:00Z', '2026-10-25T05:00:00Z'],
  ])('across midnight in Tallinn at %s', (now, end) => {
    expect(quietUntil(tallinn, at(now))).toEqual(end === undefined ? undefined : at(end));
    expect(isQuiet(tallinn, at(now))).toBe(end !== undefined);
  });

  test('within a day', () => {
    const lunch = hours(12 * 60, 13 * 60, 'UTC');
    expect(quietUntil(lunch, at('2026-05-04T12:30:00Z'))).toEqual(at('2026-05-04T13:00:00Z'));
    expect(isQuiet(lunch, at('2026-05-04T13:00:00Z'))).toBe(false);
    expect(isQuiet(undefined, at('2026-05-04T12:30:00Z'))).toBe(false);
  });

  test('a skipped end is the moment of the jump; a repeated one ends twice', () => {
    // Berlin, 29 March: 02:00 becomes 03:00. 25 October: 03:00 becomes 02:00.
    const night = hours(60, 150, 'Europe/Berlin');
    expect(quietUntil(night, at('2026-03-29T00:30:00Z'))).toEqual(at('2026-03-29T01:00:00Z'));
    expect(isQuiet(night, at('2026-03-29T01:00:00Z'))).toBe(false);
    expect(quietUntil(night, at('2026-10-25T00:10:00Z'))).toEqual(at('2026-10-25T00:30:00Z'));
    expect(isQuiet(night, at('2026-10-25T00:45:00Z'))).toBe(false);
    expect(quietUntil(night, at('2026-10-25T01:10:00Z'))).toEqual(at('2026-10-25T01:30:00Z'));
  });

  test('follows the rule through a year, closely around the changes of the clocks', () => {
    const minute = 60_000;
    // Spring and autumn, when all of them change.
    const step = (ms: number) => ([2, 3, 9, 10].includes(new Date(ms).getUTCMonth()) ? 97 : 613) * minute;
    for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
      const own = hours(22 * 60 + 15, 6 * 60 + 45, timeZone);
      for (let ms = Date.parse('2026-01-01T00:07:00Z'); ms < Date.parse('2027-01-01'); ms += step(ms)) {
        const end = quietUntil(own, new Date(ms));
        if (!end) continue;
        expect(isQuiet(own, new Date(end.getTime() - 1))).toBe(true);
        expect(isQuiet(own, end)).toBe(false);
        expect(end.getTime() - ms).toBeLessThanOrEqual(9.5 * 3_600_000);
      }
    }
  });
});

describe('over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  type Who = { readonly token: string };
  const read = async ({ token }: Who) => (await app.call(getQuietHours, {}, { token })).output;
  const save = ({ token }: Who, body: QuietHours) => app.call(saveQuietHours, { body }, { token });
  const two = (value: number) => String(value).padStart(2, '0');
  /** Quiet hours that begin and end this many hours from now, in UTC. */
  const around = (before: number, after: number, more: Partial<QuietHours> = {}): QuietHours => {
    const clock = (hoursAway: number) => {
      const wall = daysIn('UTC').wallClockOf(new Date(Date.now() + hoursAway * 3_600_000));
      return `${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}`;
    };
    return {
      isOn: true,
      from: clock(-before),
      to: clock(after),
      timeZone: 'UTC',
      holdsEmail: false,
      ...more,
    };
  };
  const portalUrl = 'https://portal.example';
  const tell = (notices: readonly QueuedNotice[]) =>
    systemWork(app.database, (work) => handleNotices(portalUrl).together(work, [notices]));
  const received = (clientId: string): QueuedNotice => ({
    id: newId(),
    at: new Date().toISOString(),
    kind: 'payment_received',
    clientId,
    params: { amount: '12.00', currency: 'EUR', counterparty: 'Employer AS' },
  });
  const sent = async (clientId: string) =>
    (
      await sql<{ channel: string; text: string }>`
        select m.channel, m.text from outbox.message m
        join identity.person p on m.recipient in (p.email, p.phone) join identity.client c on c.holder_id = p.id
        where c.id = ${clientId} and (m.text like '%12.00%' or m.text like '%12,00%' or m.text like '%quiet hours%') order by m.id`.execute(
        app.database.sql,
      )
    ).rows;
  const personOf = async (clientId: string) =>
    (
      await sql<{ id: string }>`select holder_id as id from identity.client where id = ${clientId}`.execute(
        app.database.sql,
      )
    ).rows[0]?.id;
  const release = async (clientId: string) => {
    const personId = await personOf(clientId);
    await systemWork(app.database, (work) => releaseHeld(portalUrl)(work, { personId }));
  };
  const bySms = ({ token }: Who) =>
    app.call(
      saveNotificationChoice,
      { body: { topic: 'payment_received', portal: true, email: true, sms: true, push: true } },
      { token },
    );

  test('are off at first, saved, changed and turned off; the same time twice is refused', async () => {
    const anna = await newClient(app, { firstName: 'Anna' });
    expect(await read(anna)).toMatchObject({ isOn: false, from: '22:00', to: '07:00' });
    const wanted = { isOn: true, from: '23:15', to: '06:45', timeZone: 'Europe/Tallinn', holdsEmail: true };
    expect((await save(anna, wanted)).output).toEqual(wanted);
    expect(await read(anna)).toEqual(wanted);
    const { rows } = await sql<{ details: object }>`
      select details from platform.audit where action = 'notifications.quiet_hours' and client_id = ${anna.clientId}`.execute(
      app.database.sql,
    );
    expect(rows).toEqual([{ details: wanted }]);
    expect((await save(anna, { ...wanted, to: '23:15' })).status).toBe(400);
    await save(anna, { ...wanted, isOn: false });
    expect(await read(anna)).toMatchObject({ isOn: false });
    const berta = await newClient(app, { firstName: 'Berta' });
    expect(await read(berta)).toMatchObject({ isOn: false });
  });

  test('hold SMS but not email, and send one summary when they end', async () => {
    const payer = await createPayer(app);
    await sql`update identity.person set phone = '+37255500001' where id = ${await personOf(payer.clientId)}`.execute(
      app.database.sql,
    );
    await bySms(payer);
    await save(payer, around(1, 2));
    const first = received(payer.clientId);
    await tell([first]);
    await tell([first]);
    await tell([received(payer.clientId)]);
    expect((await sent(payer.clientId)).map(({ channel }) => channel)).toEqual(['email', 'email']);
    // Too early.
    await release(payer.clientId);
    expect(await sent(payer.clientId)).toHaveLength(2);
    await save(payer, around(5, -3));
    await Promise.all([release(payer.clientId), release(payer.clientId)]);
    const [, , summary, ...more] = await sent(payer.clientId);
    expect(summary).toMatchObject({ channel: 'sms' });
    expect(summary?.text).toContain('2 notifications during your quiet hours');
    expect(more).toEqual([]);
  });

  test('hold emails where the person wants it; messages about security never wait', async () => {
    const payer = await createPayer(app);
    await save(payer, around(1, 2, { holdsEmail: true }));
    await tell([received(payer.clientId)]);
    expect(await sent(payer.clientId)).toEqual([]);
    const { rows: people } = await sql<{ email: string }>`
      select email from identity.person where id = ${await personOf(payer.clientId)}`.execute(
      app.database.sql,
    );
    const { email = '' } = people[0] ?? {};
    await signIn(app.url, { email, password });
    const { rows } = await sql`
      select from outbox.message where recipient = ${email} and subject = 'Sign-in from a new browser'`.execute(
      app.database.sql,
    );
    expect(rows).toHaveLength(1);
    await save(payer, { ...around(1, 2), isOn: false });
    await release(payer.clientId);
    const [mail, ...more] = await sent(payer.clientId);
    expect(mail?.text).toContain('You received 12.00');
    expect(more).toEqual([]);
  });

  /** What a company's member wants from a person. */
  const wanted = (personId: string, aboutClientId: string): QueuedNotice => ({
    id: newId(),
    at: new Date().toISOString(),
    kind: 'approval_wanted',
    personId,
    aboutClientId,
    params: { approvalKind: 'payee', company: 'Northwind', person: 'Boris', counterparty: 'Hansa' },
  });

  test('a company’s requests to a person are not sent once they have left it', async () => {
    const { companyId, clara } = await createFirm(app);
    const told = async () => {
      const { output } = await app.call(listNotifications, { query: {} }, { token: clara.token });
      return output.Items.filter(({ kind }) => kind === 'approval_wanted').length;
    };
    await tell([wanted(clara.personId, companyId)]);
    expect(await told()).toBe(1);
    const left = { clientId: companyId, personId: clara.personId };
    await systemWork(app.database, (work) => removeMember(work, left));
    await tell([wanted(clara.personId, companyId)]);
    expect(await told()).toBe(1);
  });

  test('held messages about a company are dropped if the person has left it meanwhile', async () => {
    const { companyId, clara } = await createFirm(app);
    await save(clara, around(1, 2, { holdsEmail: true }));
    await tell([received(companyId), received(clara.clientId), wanted(clara.personId, companyId)]);
    const left = { clientId: companyId, personId: clara.personId };
    await systemWork(app.database, (work) => removeMember(work, left));
    await save(clara, { ...around(1, 2), isOn: false });
    await release(clara.clientId);
    const [mail, ...more] = (await sent(clara.clientId)).filter(({ channel }) => channel === 'email');
    expect(mail?.text.match(/You received 12\.00/g)).toHaveLength(1);
    expect(mail?.text).not.toMatch(/approv/i);
    expect(more).toEqual([]);
  });

  test('messages held for one person stay held when another person’s hours end', async () => {
    const [anna, berta] = [await createPayer(app), await createPayer(app, { firstName: 'Berta' })];
    const both = [anna, berta];
    for (const person of both) {
      await save(person, around(1, 2, { holdsEmail: true }));
      await tell([received(person.clientId)]);
    }
    for (const person of both) {
      await save(person, around(5, -3));
      await release(person.clientId);
    }
    for (const { clientId } of both)
      expect(await sent(clientId)).toMatchObject([{ text: expect.stringContaining('You received 12.00') }]);
  });

  test('confidential messages are neither sent nor listed if the right was taken away meanwhile', async () => {
    const { companyId, clara } = await createFirm(app);
    const member = { clientId: companyId, personId: clara.personId };
    const setRight = (can_view_confidential: boolean) =>
      systemWork(app.database, async (work) => {
        await changeMember(work, {
          ...member,
          rights: { ...allRights, is_boss: false, can_view_confidential },
        });
      });
    const listed = async () => {
      const { output } = await app.call(
        listNotifications,
        { query: { limit: 50 } },
        { token: clara.companyToken },
      );
      return output.Items.map(({ params }) => params.counterparty).filter((name) => name !== undefined);
    };
    const unread = async () => (await app.call(countUnread, {}, { token: clara.companyToken })).output.count;
    await setRight(true);
    await save(clara, around(1, 2, { holdsEmail: true }));
    const before = await unread();
    const params = { amount: '13.57', currency: 'EUR', counterparty: 'Zebulon Quartzman' };
    await tell([
      received(companyId),
      { ...received(companyId), kind: 'payment_returned', audience: 'confidential', params },
    ]);
    expect((await listed()).toSorted()).toEqual(['Employer AS', 'Zebulon Quartzman']);
    expect(await unread()).toBe(before + 2);
    await setRight(false);
    expect(await listed()).toEqual(['Employer AS']);
    expect(await unread()).toBe(before + 1);
    await save(clara, { ...around(1, 2), isOn: false });
    await release(clara.clientId);
    const [mail, ...more] = (await sent(clara.clientId)).filter(({ channel }) => channel === 'email');
    expect(mail?.text).toContain('You received 12.00');
    expect(mail?.text).not.toContain('13.57');
    expect(more).toEqual([]);
  });
});
