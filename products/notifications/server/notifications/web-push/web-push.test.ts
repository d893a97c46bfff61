/**
 * Notifications in browsers, through the real queue to a push service that verifies the sender's token and decrypts the message independently.
 * Controls, each tried once and each made a test here fail: no padding, details always shown, the session not checked, keys of a known endpoint not
 * compared, quiet hours not checked, a token for the whole endpoint, and a time-out that counts as a sign-out.
 */
import {
  allRights,
  getNotificationChoices,
  getPushBrowsers,
  keepPushBrowser,
  logout,
  removePushBrowser,
  saveNotificationChoice,
  savePushBrowser,
  saveQuietHours,
  suspendPerson,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { type Notice, notify, notifyTask } from '@calmly/platform/notify/notices.ts';
import { deliveryTask } from '@calmly/providers/outbox/store.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { callWithCode, createFirm, order } from '@calmly/server/test/support/clients/firm.ts';
import { createPayer, type Payer, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { drainJobs } from '@calmly/server/test/support/jobs.ts';
import {
  type PushService,
  startPushService,
  type TestBrowser,
} from '@calmly/server/test/support/processes/providers/push-service.ts';
import { bringForward, failedAttempts, holdRetries, retryNow } from '@calmly/server/test/support/retries.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember, changeMember, removeMember } from '../../../../identity/server/index.ts';

let service: PushService;
let app: TestApp;
beforeAll(async () => {
  service = await startPushService();
  app = await startTestApp({
    jobs: true,
    pollMs: 50,
    config: { webPush: { contact: 'mailto:push@bank.test', trustedOrigins: [service.origin] } },
  });
  await holdRetries(app.database.sql);
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(() => {
  service.received.length = 0;
  service.answers.length = 0;
});

const save = (payer: Payer, browser: TestBrowser, details = false) =>
  app.call(savePushBrowser, { body: { ...browser, details } }, { token: payer.token });
const browsersOf = async (payer: Payer) =>
  (await app.call(getPushBrowsers, {}, { token: payer.token })).output;
const tell = (notices: readonly Notice[]) => systemWork(app.database, (work) => notify(work, notices));
const received = (clientId: string): Notice => ({
  kind: 'payment_received',
  clientId,
  subjectId: newId(),
  params: { amount: '250.00', currency: 'EUR', counterparty: 'Employer AS' },
});
const sentTo = (browser: TestBrowser) =>
  service.received.filter(({ endpoint }) => endpoint === browser.endpoint);
const arrives = (browser: TestBrowser, times = 1) =>
  until(
    async () => sentTo(browser),
    (list) => list.length >= times,
  );
const outcomes = async () =>
  (
    await sql<{ failure: string | null; settled: boolean; text: string }>`
      select failure, settled_at is not null as settled, text from outbox.message where channel = 'push' order by id`.execute(
      app.database.sql,
    )
  ).rows;
const allSettled = () => until(outcomes, (rows) => rows.every(({ settled }) => settled));
const newClient = (firstName = 'Anna'): Promise<Payer> => createPayer(app, { firstName, fundedMinor: 0n });
async function clientWithBrowser(details = false) {
  const payer = await newClient();
  const browser = service.subscribe();
  expect((await save(payer, browser, details)).status).toBe(200);
  return { payer, browser };
}

describe('a notification', () => {
  it('reaches the browser signed and encrypted, without amounts or names', async () => {
    const { payer, browser } = await clientWithBrowser();
    const notice = received(payer.clientId);
    await tell([notice]);
    const [sent] = await arrives(browser);
    expect(sent?.message).toEqual({
      id: expect.any(String),
      lang: 'en',
      title: 'Money received',
      body: 'Open Calmly to see the details.',
      path: `/payments?payment=${notice.subjectId}`,
    });
    expect(sent?.claims).toMatchObject({ aud: service.origin, sub: 'mailto:push@bank.test' });
    const lasts = Number(sent?.claims.exp) - Date.now() / 1_000;
    expect(lasts).toBeGreaterThan(0);
    expect(lasts).toBeLessThanOrEqual(24 * 3_600);
    expect(sent?.sender).toBe((await browsersOf(payer)).publicKey);
    expect(sent).toMatchObject({ ttl: '86400', urgency: 'normal' });
    await allSettled();
    expect((await outcomes()).map(({ text }) => text).join('')).toBe('');
    expect(service.faults).toEqual([]);
  });

  it('contains amounts and names if the person chose so, in their language', async () => {
    const { payer, browser } = await clientWithBrowser(true);
    await sql`update identity.person set locale = 'ru' where id = (
      select holder_id from identity.client where id = ${payer.clientId})`.execute(app.database.sql);
    await tell([received(payer.clientId)]);
    const [sent] = await arrives(browser);
    expect(sent?.message).toMatchObject({ lang: 'ru', title: 'Поступление денег' });
    expect(sent?.message.body).toContain('250.00\u00a0€');
    expect(sent?.message.body).toContain('Employer AS');
  });

  it('has the same length with and without details', async () => {
    const shown = await clientWithBrowser(true);
    const hidden = await clientWithBrowser(false);
    await tell([received(shown.payer.clientId), received(hidden.payer.clientId)]);
    const [long] = await arrives(shown.browser);
    const [short] = await arrives(hidden.browser);
    expect(long?.bodyBytes).toBe(short?.bodyBytes);
  });

  it('waits for the end of quiet hours, unless it is about security', async () => {
    const { payer, browser } = await clientWithBrowser();
    const clock = (hoursAway: number) =>
      new Date(Date.now() + hoursAway * 3_600_000).toISOString().slice(11, 16);
    const quiet = { isOn: true, from: clock(-2), to: clock(2), timeZone: 'UTC', holdsEmail: false };
    expect((await app.call(saveQuietHours, { body: quiet }, { token: payer.token })).status).toBe(200);
    await tell([received(payer.clientId), { kind: 'password_changed', clientId: payer.clientId }]);
    await arrives(browser);
    // Everything due has been sent; the rest waits.
    await drainJobs(app);
    expect((await outcomes()).filter(({ settled }) => !settled)).toHaveLength(1);
    expect(sentTo(browser).map(({ message }) => message.title)).toEqual(['Password changed']);
    const { rows } = await sql<{ channel: string; waits: boolean }>`
      delete from outbox.message where channel = 'push' and settled_at is null
      returning channel, text like '%Money received%' as waits`.execute(app.database.sql);
    expect(rows).toEqual([{ channel: 'push', waits: true }]);
  });

  it('that is reported twice arrives once', async () => {
    const { payer, browser } = await clientWithBrowser();
    const notice = { ...received(payer.clientId), id: newId(), at: new Date().toISOString() };
    const again = () =>
      app.database.inTransaction((open) => addJobs(open, [{ task: notifyTask, payload: [notice] }]));
    await again();
    await arrives(browser);
    await again();
    const last = received(payer.clientId);
    await tell([last]);
    await until(
      async () => sentTo(browser),
      (list) => list.some(({ message }) => message.path?.includes(last.subjectId ?? '?') ?? false),
    );
    expect(sentTo(browser)).toHaveLength(2);
  });

  it('about security arrives regardless of choices, and urgently', async () => {
    const { payer, browser } = await clientWithBrowser();
    await tell([{ kind: 'password_changed', clientId: payer.clientId }]);
    const [sent] = await arrives(browser);
    expect(sent).toMatchObject({
      urgency: 'high',
      message: { title: 'Password changed', path: '/account-profile?tab=security' },
    });
    const { output } = await app.call(getNotificationChoices, {}, { token: payer.token });
    expect(output.choices.find(({ topic }) => topic === 'security')).toMatchObject({
      push: true,
      fixed: true,
    });
  });

  it('of a topic whose channel is switched off does not', async () => {
    const { payer, browser } = await clientWithBrowser();
    const body = { topic: 'payment_received', portal: true, email: true, sms: false, push: false } as const;
    const saved = await app.call(saveNotificationChoice, { body }, { token: payer.token });
    expect(saved.output.choices).toContainEqual({ ...body, fixed: false, smsOffered: true });
    await tell([received(payer.clientId)]);
    await tell([
      { kind: 'card_blocked', clientId: payer.clientId, params: { card: 'Main', lastFour: '4242' } },
    ]);
    await arrives(browser);
    expect(sentTo(browser).map(({ message }) => message.title)).toEqual(['Card blocked']);
  });

  it('is on for topics chosen before there was this channel', async () => {
    const { payer } = await clientWithBrowser();
    await sql`insert into notifications.preference (person_id, topic, portal, email, sms)
      select holder_id, 'cards', true, false, false from identity.client where id = ${payer.clientId}`.execute(
      app.database.sql,
    );
    const { output } = await app.call(getNotificationChoices, {}, { token: payer.token });
    expect(output.choices.find(({ topic }) => topic === 'cards')).toMatchObject({ email: false, push: true });
  });
});

describe('a push service that answers', () => {
  it.each([404, 410])('%i has its browser removed', async (status) => {
    const { payer, browser } = await clientWithBrowser();
    service.answers.push((response) => response.writeHead(status).end());
    await tell([received(payer.clientId)]);
    await arrives(browser);
    await until(
      () => browsersOf(payer),
      ({ browsers }) => browsers.length === 0,
    );
    expect((await allSettled()).at(-1)).toMatchObject({ failure: `push ${status}`, text: '' });
  });

  const triedOnce = () => until(() => failedAttempts(app.database.sql), isTriedOnce);
  const isTriedOnce = ([attempts]: readonly number[]) => attempts === 1;

  it.each([
    ['429 with Retry-After', 429, { 'retry-after': '1' }],
    ['500', 500, {}],
  ])('%s is asked again', async (_name, status, headers) => {
    const { payer, browser } = await clientWithBrowser();
    service.answers.push((response) => response.writeHead(status, headers).end());
    await tell([received(payer.clientId)]);
    if (status === 500) {
      await triedOnce();
      await retryNow(app.database.sql);
    }
    const [first, second] = await arrives(browser, 2);
    expect(second?.message).toEqual(first?.message);
    expect((await browsersOf(payer)).browsers).toHaveLength(1);
    expect((await allSettled()).at(-1)).toMatchObject({ failure: null });
  });

  it('nothing and hangs up is asked again', async () => {
    const { payer, browser } = await clientWithBrowser();
    service.answers.push((response) => response.destroy());
    await tell([received(payer.clientId)]);
    await triedOnce();
    await retryNow(app.database.sql);
    await arrives(browser, 2);
    expect((await allSettled()).at(-1)).toMatchObject({ failure: null });
  });

  it('400 gets nothing more of this message, and keeps its browser', async () => {
    const { payer, browser } = await clientWithBrowser();
    service.answers.push((response) => response.writeHead(413).end());
    await tell([received(payer.clientId)]);
    await arrives(browser);
    expect((await allSettled()).at(-1)).toMatchObject({ failure: 'push 413' });
    expect((await browsersOf(payer)).browsers).toHaveLength(1);
  });

  it('that is busy gets no message of a company that the person has left meanwhile', async () => {
    const { companyId } = await createFirm(app);
    const { payer, browser } = await clientWithBrowser(true);
    const { clientId } = payer;
    const held = sql<{ id: string }>`select holder_id as id from identity.client where id = ${clientId}`;
    const personId = (await held.execute(app.database.sql)).rows[0]?.id ?? '';
    const member = { clientId: companyId, personId, rights: allRights, validUntil: null };
    await systemWork(app.database, (work) => addMember(work, member));
    service.answers.push((response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    await tell([received(companyId)]);
    await arrives(browser);
    await systemWork(app.database, (work) => removeMember(work, member));
    await bringForward(app.database.sql, deliveryTask('push'));
    expect((await allSettled()).at(-1)).toMatchObject({ failure: 'left', text: '' });
  });

  it('that is busy gets nothing confidential for a person whose right was taken away meanwhile', async () => {
    const { companyId } = await createFirm(app);
    const { payer, browser } = await clientWithBrowser(true);
    const { clientId } = payer;
    const held = sql<{ id: string }>`select holder_id as id from identity.client where id = ${clientId}`;
    const personId = (await held.execute(app.database.sql)).rows[0]?.id ?? '';
    const rights = { ...allRights, is_boss: false };
    const member = { clientId: companyId, personId };
    await systemWork(app.database, (work) => addMember(work, { ...member, rights, validUntil: null }));
    service.answers.push((response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    await tell([{ ...received(companyId), audience: 'confidential' }]);
    await arrives(browser);
    const lost = { ...rights, can_view_confidential: false };
    await systemWork(app.database, async (work) => {
      await changeMember(work, { ...member, rights: lost });
    });
    await bringForward(app.database.sql, deliveryTask('push'));
    expect((await allSettled()).at(-1)).toMatchObject({ failure: 'right_lost', text: '' });
  });
});

describe('a notification about a colleague', () => {
  it('is given up when the administrator has left the company meanwhile', async () => {
    const { companyId, boris, maria, clara } = await createFirm(app);
    // Notices of the sign-ins would be pushed to the new browser too.
    await drainJobs(app);
    const browser = service.subscribe();
    await app.call(savePushBrowser, { body: { ...browser, details: true } }, { token: maria.token });
    service.answers.push((response) => response.writeHead(429, { 'retry-after': '3' }).end());
    const input = { params: { id: clara.personId } };
    expect((await callWithCode(app, suspendPerson, input, boris.companyToken)).status).toBe(200);
    await arrives(browser);
    const left = { clientId: companyId, personId: maria.personId };
    await systemWork(app.database, (work) => removeMember(work, left));
    await until(outcomes, (all) => all.some(({ failure }) => failure === 'left'));
    expect(sentTo(browser).map(({ message }) => message.title)).toEqual(['Change in your team']);
  });
});

describe('a notification about an approval', () => {
  it('names its company, and is dropped when the approver has left that company', async () => {
    const firm = await createFirm(app);
    const { companyId, maria } = firm;
    const browser = service.subscribe();
    await app.call(savePushBrowser, { body: { ...browser, details: true } }, { token: maria.token });
    await order(app, firm, firm.clara);
    const isWanted = ({ message }: { readonly message: { readonly title?: string } }) =>
      message.title === 'Approval needed';
    const [first] = await until(
      async () => sentTo(browser).filter(isWanted),
      (list) => list.length > 0,
    );
    const { rows } = await sql<{ name: string }>`
      select company_name as name from identity.client where id = ${companyId}`.execute(app.database.sql);
    expect(first?.message.body).toContain(`at ${rows[0]?.name}`);

    service.received.length = 0;
    service.answers.push((response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    await order(app, firm, firm.clara, { amount: '250.00' });
    await arrives(browser);
    const left = { clientId: companyId, personId: maria.personId };
    await systemWork(app.database, (work) => removeMember(work, left));
    await bringForward(app.database.sql, deliveryTask('push'));
    await until(outcomes, (all) => all.at(-1)?.failure === 'left');
    expect(sentTo(browser)).toHaveLength(1);
  });
});

describe('the list of browsers', () => {
  it('names them, and one is turned off by its owner alone', async () => {
    const { payer } = await clientWithBrowser(true);
    const { browsers } = await browsersOf(payer);
    expect(browsers).toEqual([expect.objectContaining({ current: true, details: true })]);
    const id = browsers[0]?.id ?? '';
    const other = await createPayer(app, { fundedMinor: 0n });
    const remove = (token: string) => app.call(removePushBrowser, { params: { id } }, { token });
    expect((await remove(other.token)).status).toBe(404);
    expect((await remove(payer.token)).status).toBe(204);
    expect((await browsersOf(payer)).browsers).toEqual([]);
  });

  it('shows a browser that subscribes anew once', async () => {
    const { payer } = await clientWithBrowser();
    const renewed = service.subscribe();
    await save(payer, renewed);
    expect((await browsersOf(payer)).browsers).toHaveLength(1);
  });

  it('has ten at most: the one unused for longest makes room', async () => {
    const { payer, browser } = await clientWithBrowser();
    // Ten more sessions of the same person.
    for (let count = 0; count < 10; count += 1) {
      await sql`insert into notifications.push_subscription
          (id, person_id, session_id, endpoint, public_key, secret, user_agent, details, last_used_at)
        select ${newId()}, s.person_id, s.id, ${`https://push.test/${newId()}`}, p.public_key, p.secret, '', false,
          now() + ${count + 1} * interval '1 second'
        from notifications.push_subscription p join identity.session s on s.id = p.session_id
        where p.endpoint = ${browser.endpoint}`.execute(app.database.sql);
    }
    const count = async () =>
      Number(
        (
          await sql<{
            count: bigint;
          }>`select count(*) from notifications.push_subscription where person_id = (
            select holder_id from identity.client where id = ${payer.clientId})`.execute(app.database.sql)
        ).rows[0]?.count,
      );
    expect(await count()).toBe(11);
    await sql`update notifications.push_subscription set session_id = ${newId()} where person_id = (
      select holder_id from identity.client where id = ${payer.clientId})`.execute(app.database.sql);
    await save(payer, service.subscribe());
    expect(await count()).toBe(10);
  });

  it('loses a browser to the person who turned it on there last', async () => {
    const { payer: anna, browser } = await clientWithBrowser();
    const boris = await newClient('Boris');
    expect((await save(boris, browser)).status).toBe(200);
    expect((await browsersOf(anna)).browsers).toEqual([]);
    await tell([received(anna.clientId), received(boris.clientId)]);
    const told = await arrives(browser);
    await allSettled();
    expect(told).toHaveLength(1);
    expect(sentTo(browser)).toHaveLength(1);
  });

  it('does not give a browser to someone who knows its address but not its keys', async () => {
    const { payer: anna, browser } = await clientWithBrowser();
    const thief = await newClient('Thief');
    const stolen = { ...service.subscribe(), endpoint: browser.endpoint };
    expect((await save(thief, stolen)).status).toBe(400);
    const keep = await app.call(
      keepPushBrowser,
      { body: { endpoint: browser.endpoint } },
      { token: thief.token },
    );
    expect(keep.status).toBe(404);
    await tell([received(anna.clientId)]);
    await arrives(browser);
  });

  it('takes no key that is not a point of the curve', async () => {
    const payer = await createPayer(app, { fundedMinor: 0n });
    const publicKey = Buffer.alloc(65, 4).toString('base64url');
    expect((await save(payer, { ...service.subscribe(), publicKey })).status).toBe(400);
  });
});

describe('a browser', () => {
  it('hears nothing after its person signed out in it', async () => {
    const { payer, browser } = await clientWithBrowser();
    expect((await app.call(logout, { query: {} }, { token: payer.token })).status).toBe(204);
    await tell([received(payer.clientId)]);
    const rows = await until(
      outcomes,
      (all) => all.at(-1)?.settled === true && all.at(-1)?.failure === 'signed_out',
    );
    expect(rows.at(-1)?.failure).toBe('signed_out');
    expect(sentTo(browser)).toEqual([]);
    const { rows: left } = await sql`select from notifications.push_subscription
      where endpoint = ${browser.endpoint}`.execute(app.database.sql);
    expect(left).toEqual([]);
  });

  it('still does after its session timed out', async () => {
    const { payer, browser } = await clientWithBrowser();
    await app.call(logout, { query: { reason: 'timeout' } }, { token: payer.token });
    await tell([received(payer.clientId)]);
    await arrives(browser);
  });

  it('follows a change of the profile, and the sign-out after it', async () => {
    const { payer, browser } = await clientWithBrowser();
    const { rows } = await sql<{ id: string }>`
      select session_id as id from notifications.push_subscription where endpoint = ${browser.endpoint}`.execute(
      app.database.sql,
    );
    const next = newId();
    // The rows that a switch leaves (identity/server/sessions/switch.ts).
    await sql`insert into identity.session (id, person_id, client_id, remembered, expires_at, ip, user_agent, parent_id)
      select ${next}, person_id, client_id, remembered, expires_at, ip, user_agent, id
      from identity.session where id = ${rows[0]?.id}`.execute(app.database.sql);
    await sql`update identity.session set ended_at = now(), end_reason = 'switched' where id = ${rows[0]?.id}`.execute(
      app.database.sql,
    );
    await tell([received(payer.clientId)]);
    await arrives(browser);
    await sql`update identity.session set ended_at = now(), end_reason = 'logout' where id = ${next}`.execute(
      app.database.sql,
    );
    await tell([received(payer.clientId)]);
    await until(outcomes, (all) => all.at(-1)?.failure === 'signed_out');
    expect(sentTo(browser)).toHaveLength(1);
  });
});
