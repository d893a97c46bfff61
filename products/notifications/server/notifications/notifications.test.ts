/** Notifications over HTTP. Control, tried once: without comparing their ids, notices of one group send an email twice. */
import {
  cancelPayment,
  countUnread,
  getNotificationChoices,
  listNotifications,
  markAllRead,
  markRead,
  saveNotificationChoice,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { type Notice, notify, notifyTask } from '@calmly/platform/notify/notices.ts';
import { startTestApp, type TestApp, testClearing, testPayments } from '@calmly/server/test/support/app.ts';
import { type Colleague, createFirm, order } from '@calmly/server/test/support/clients/firm.ts';
import { openPage } from '@calmly/server/test/support/clients/live.ts';
import {
  addPayee,
  createPayer,
  fund,
  hansaIban,
  openAnotherAccount,
  type Payer,
  systemWork,
} from '@calmly/server/test/support/clients/payments.ts';
import { drainJobs } from '@calmly/server/test/support/jobs.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notificationPurge } from './store.ts';

const closedIban = 'DE48200505500000000041';

let app: TestApp;
let anna: Payer;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  anna = await createPayer(app);
});
afterAll(() => app.close());

const listOf = async (payer: Payer) =>
  (await app.call(listNotifications, { query: { limit: 50 } }, { token: payer.token })).output.Items;
const unreadOf = async (payer: Payer) =>
  (await app.call(countUnread, {}, { token: payer.token })).output.count;

const mailsTo = async ({ clientId }: Payer) =>
  (
    await sql<{ subject: string; text: string }>`
      select m.subject, m.text from outbox.message m
      join identity.person p on p.email = m.recipient join identity.client c on c.holder_id = p.id
      where c.id = ${clientId} order by m.id`.execute(app.database.sql)
  ).rows;

async function told(payer: Payer, notices: readonly Notice[]): Promise<void> {
  const before = await unreadOf(payer);
  await systemWork(app.database, (work) => notify(work, notices));
  await until(
    () => unreadOf(payer),
    (count) => count > before,
  );
}

/** Pays a payee at this IBAN and waits for the notification of this kind. */
async function payAndHear(iban: string, kind: string) {
  const { id } = await addPayee(app, anna.clientId, { iban, name: `Payee of ${kind}` });
  await anna.payWithCode({ beneficiaryId: id, amount: '12.00' });
  const list = await until(
    () => listOf(anna),
    (all) => all.some((entry) => entry.kind === kind),
  );
  return list.find((entry) => entry.kind === kind);
}

describe('notifications', () => {
  it('name payer and payee, as facts, and by email if the person wants it', async () => {
    const executed = await payAndHear(hansaIban, 'payment_executed');
    expect(executed).toMatchObject({
      params: { amount: '12.00', currency: 'EUR', counterparty: 'Payee of payment_executed' },
      read: false,
    });
    await drainJobs(app);
    const received = (await listOf(anna)).find(({ kind }) => kind === 'payment_received');
    expect(received?.params).toMatchObject({ amount: '1000.00', counterparty: 'Employer AS' });
    // One for the received and one for the sent money.
    expect(await unreadOf(anna)).toBe(2);
    const subjects = (await mailsTo(anna)).map(({ subject }) => subject);
    expect(subjects).toContain('You received 1\u00a0000.00\u00a0€');
    expect(subjects.some((subject) => subject.includes(' paid to '))).toBe(false);
  });

  it('are stored without field names, and read like those that have them', async () => {
    const plain = { amount: '12.00', currency: 'EUR', counterparty: 'Müller & "Söhne"' };
    const notices = [plain, { ...plain, reason: 'account_closed' }, { amount: '1.00', currency: 'EUR' }].map(
      (params) => ({
        kind: 'payment_canceled' as const,
        clientId: anna.clientId,
        subjectId: newId(),
        params,
      }),
    );
    await told(anna, notices);
    const read = async () => {
      const list = await listOf(anna);
      return notices.map(({ subjectId }) => list.find((entry) => entry.subjectId === subjectId)?.params);
    };
    expect(await read()).toEqual(notices.map(({ params }) => params));
    const stored = await Promise.all(
      notices.map(async ({ subjectId }) => {
        const select = sql<{ params: unknown }>`
          select params from notifications.notification where subject_id = ${subjectId}`;
        return (await select.execute(app.database.sql)).rows[0]?.params;
      }),
    );
    expect(stored).toEqual([['12.00', 'EUR', 'Müller & "Söhne"'], notices[1]?.params, notices[2]?.params]);
    await sql`update notifications.notification set params = ${JSON.stringify(plain)}::jsonb
      where subject_id = ${notices[0]?.subjectId}`.execute(app.database.sql);
    expect(await read()).toEqual(notices.map(({ params }) => params));
  });

  it('say by email that a withdrawal of crypto failed', async () => {
    const params = { amount: '0.50000000', currency: 'BTC', counterparty: 'Cold wallet' };
    await told(anna, [{ kind: 'crypto_failed', clientId: anna.clientId, subjectId: newId(), params }]);
    await drainJobs(app);
    const mail = (await mailsTo(anna)).find(({ subject }) => subject.includes('withdrawal'));
    expect(mail?.text).toContain('to Cold wallet.');
    expect(mail?.text).toContain('back in your wallet');
  });

  it('say why a payment was rejected, in the list and by email', async () => {
    const rejected = await payAndHear(closedIban, 'payment_rejected');
    expect(rejected?.params).toMatchObject({ reason: 'account_closed' });
    const mail = (await mailsTo(anna)).find(({ subject }) => subject.includes('wasn’t executed'));
    expect(mail?.text).toContain('The payee’s account is closed.');
    expect(mail?.text).toContain(`http://portal.test/payments?payment=${rejected?.subjectId}&lang=en`);
  });

  it('say which profile they are about, and lead to it, if the person has several', async () => {
    const { companyId, boris } = await createFirm(app);
    const [{ name } = { name: '' }] = (
      await sql<{
        name: string;
      }>`select company_name as name from identity.client where id = ${companyId}`.execute(app.database.sql)
    ).rows;
    const sms = { topic: 'payment_executed', portal: true, email: true, sms: true, push: true } as const;
    await app.call(saveNotificationChoice, { body: sms }, { token: boris.token });
    await sql`update identity.person set phone = '+37255512345' where id = ${boris.personId}`.execute(
      app.database.sql,
    );
    const subjectId = newId();
    const params = { amount: '12.00', currency: 'EUR', counterparty: 'Hansa GmbH' };
    await systemWork(app.database, (work) =>
      notify(work, [{ kind: 'payment_executed', clientId: companyId, subjectId, params }]),
    );
    await drainJobs(app);
    const { rows } = await sql<{ channel: string; text: string }>`
      select channel, text from outbox.message where recipient in (${boris.email}, '+37255512345') and text like '%12.00%'
      order by channel`.execute(app.database.sql);
    expect(rows).toMatchObject([
      { channel: 'email', text: expect.stringContaining(`Profile: ${name}`) },
      { channel: 'sms', text: expect.stringMatching(`^Calmly, ${name}: .*12.00`) },
    ]);
    expect(rows[0]?.text).toContain(
      `http://portal.test/payments?payment=${subjectId}&profile=${companyId}&lang=en`,
    );
    expect(JSON.stringify(await mailsTo(anna))).not.toContain('Profile:');
  });

  // Control: without comparing the two people, Clara gets a notice of her own cancellation.
  it('tell only the colleague who ordered a payment that another one cancelled it', async () => {
    const firm = await createFirm(app);
    const { boris, clara, maria } = firm;
    const cancelBy = async (by: Colleague) => {
      const { output } = await order(app, firm, clara);
      const params = { id: output.id };
      expect((await app.call(cancelPayment, { params }, { token: by.companyToken })).status).toBe(200);
      await drainJobs(app);
      return output.id;
    };
    const canceled = async ({ companyToken: token }: Colleague) =>
      (await app.call(listNotifications, { query: { limit: 50 } }, { token })).output.Items.filter(
        ({ kind }) => kind === 'payment_canceled',
      );
    const subjectId = await cancelBy(boris);
    await cancelBy(clara);
    const params = { amount: '100.00', currency: 'EUR', counterparty: 'Hansa GmbH', by: 'Boris Sokolov' };
    expect(await canceled(clara)).toMatchObject([{ subjectId, params }]);
    expect([await canceled(boris), await canceled(maria)]).toEqual([[], []]);
    const { rows } = await sql<{ text: string }>`
      select text from outbox.message where recipient = ${clara.email} and subject like '%cancelled'`.execute(
      app.database.sql,
    );
    expect(rows).toMatchObject([{ text: expect.stringContaining('Boris Sokolov cancelled your payment') }]);
  });

  it('say what delays a payment but never the finding, that a document is needed, and that money was returned', async () => {
    const clara = await createPayer(app, { firstName: 'Clara' });
    const { id } = await addPayee(app, clara.clientId, { name: 'Blocked Trading House' });
    const { output } = await clara.payWithCode({ beneficiaryId: id, amount: '12.00' });
    const hear = (kind: string) =>
      until(
        async () => (await listOf(clara)).find((entry) => entry.kind === kind),
        (entry) => entry !== undefined,
      );
    const params = { amount: '12.00', currency: 'EUR', counterparty: 'Blocked Trading House' };
    expect(await hear('payment_in_review')).toMatchObject({ subjectId: output.id, params });
    const { sinks } = testClearing(app.database);
    const queue = testPayments(app.database).desk?.find(({ kind }) => kind === 'payment');
    await systemWork(app.database, (work) => queue?.hold?.(work, output.id, {}) ?? Promise.resolve());
    expect((await hear('payment_document_wanted'))?.params).toEqual(params);

    await systemWork(
      app.database,
      (work) => queue?.decide(work, output.id, 'approve', {}) ?? Promise.resolve(),
    );
    const back = { outcome: 'returned', reason: 'account_closed', railReference: newId() } as const;
    await systemWork(app.database, (work) =>
      sinks.report(work, [{ ...back, paymentId: output.id, amountMinor: 1_100n, at: work.now }]),
    );
    expect((await hear('payment_returned'))?.params).toEqual({ ...params, amount: '11.00' });
    await drainJobs(app);
    const mails = (await mailsTo(clara)).map(({ subject }) => subject);
    for (const about of ['We’re reviewing', 'needs a document', 'Payment returned'])
      expect(mails.filter((subject) => subject.includes(about))).toHaveLength(1);
    expect(JSON.stringify([await listOf(clara), await mailsTo(clara)])).not.toMatch(/screening|sandbox\)/);
  });

  it('notify the other client of a payment inside the bank, and no one of money between own accounts', async () => {
    const ivan = await createPayer(app, { firstName: 'Ivan', fundedMinor: 0n });
    const { id } = await addPayee(app, anna.clientId, { iban: ivan.account.iban ?? '', name: 'Ivan Tamm' });
    const before = (await listOf(anna)).length;
    await anna.payWithCode({ beneficiaryId: id, amount: '7.00' });
    const savings = await openAnotherAccount(app, anna.clientId);
    await anna.pay({ creditorAccount: savings.number, amount: '1.00' });
    const list = await until(
      () => listOf(ivan),
      (all) => all.some(({ kind }) => kind === 'payment_received'),
    );
    expect(list.find(({ kind }) => kind === 'payment_received')?.params).toEqual({
      amount: '7.00',
      currency: 'EUR',
      counterparty: 'Anna Tamm',
    });
    await drainJobs(app);
    expect(await listOf(anna)).toHaveLength(before);
  });

  it('are marked read one by one or up to one, and later ones stay unread', async () => {
    const [newest, second] = await listOf(anna);
    if (!newest || !second) throw new Error('there is something to read');
    await app.call(markAllRead, { body: { upTo: second.id } }, { token: anna.token });
    expect(await unreadOf(anna)).toBe(1);
    expect((await app.call(markRead, { params: { id: newest.id } }, { token: anna.token })).status).toBe(204);
    expect(await unreadOf(anna)).toBe(0);
    await told(anna, [{ kind: 'news', clientId: anna.clientId, params: { title: 'New', text: 'Cards' } }]);
    expect(await unreadOf(anna)).toBe(1);
    const query = { limit: 50, state: 'unread' } as const;
    const { output } = await app.call(listNotifications, { query }, { token: anna.token });
    expect(output.Items.map(({ kind, read }) => [kind, read])).toEqual([['news', false]]);
  });

  it('are deleted after 400 days, not before', async () => {
    const dora = await createPayer(app, { firstName: 'Dora', fundedMinor: 0n });
    const news = (title: string) =>
      ({ kind: 'news', clientId: dora.clientId, params: { title, text: 'Cards' } }) as const;
    await systemWork(app.database, (work) => notify(work, [news('new'), news('old')]));
    await drainJobs(app);
    const { sql: db } = app.database;
    await sql`
      update notifications.notification set created_at = now() - case params ->> 'title' when 'old' then interval '401 days' else interval '399 days' end
      where client_id = ${dora.clientId} and kind = 'news'`.execute(db);
    await notificationPurge.deleteSome(db, 100);
    const left = (await listOf(dora)).filter(({ kind }) => kind === 'news');
    expect(left.map(({ params }) => params.title)).toEqual(['new']);
  });

  it('about a person show at once on the open pages of each of their profiles', async () => {
    const { boris, companyId } = await createFirm(app);
    await drainJobs(app);
    const pages = [
      await openPage(app, boris),
      await openPage(app, { token: boris.companyToken, clientId: companyId }),
    ];
    for (const page of pages) {
      const heard = await page.heardDuring(async () => {
        await systemWork(app.database, (work) =>
          notify(work, [{ kind: 'recovery_codes_made', personId: boris.personId }]),
        );
        await drainJobs(app);
      });
      expect(heard).toContain('notifications');
      page.close();
    }
  });

  it('of another client are visible only to that client', async () => {
    const eve = await createPayer(app, { firstName: 'Eve' });
    const [annas] = await listOf(anna);
    const answer = await app.call(markRead, { params: { id: annas?.id ?? '' } }, { token: eve.token });
    expect(answer.status).toBe(404);
    await app.call(markAllRead, { body: { upTo: annas?.id ?? '' } }, { token: eve.token });
    expect(await unreadOf(anna)).toBe(1);
    expect((await listOf(eve)).map(({ id }) => id)).not.toContain(annas?.id);
  });

  it('are delivered once if sent twice, also by email', async () => {
    const boris = await createPayer(app, { firstName: 'Boris', fundedMinor: 0n });
    const id = newId();
    const params = { amount: '1.00', currency: 'EUR', counterparty: 'Twice' };
    const notice = { id, at: new Date().toISOString(), kind: 'payment_received', params };
    for (const key of ['a', 'b'])
      await addJobs(app.database.sql, [
        { task: notifyTask, payload: [{ ...notice, clientId: boris.clientId }], key },
      ]);
    await drainJobs(app);
    expect((await listOf(boris)).filter((entry) => entry.id === id)).toHaveLength(1);
    const mails = (await mailsTo(boris)).filter(({ subject }) => subject === 'You received 1.00\u00a0€');
    expect(mails).toHaveLength(1);
  });

  it('that are switched off for the list still use the other chosen channels', async () => {
    const clara = await createPayer(app, { firstName: 'Clara', fundedMinor: 0n });
    await sql`update identity.person set phone = '+37120000999', locale = 'ru' where id = (
      select holder_id from identity.client where id = ${clara.clientId})`.execute(app.database.sql);
    const body = { topic: 'payment_received', portal: false, email: true, sms: true, push: true } as const;
    const saved = await app.call(saveNotificationChoice, { body }, { token: clara.token });
    expect(saved.output.choices).toContainEqual({ ...body, fixed: false, smsOffered: true });
    await systemWork(app.database, (work) => fund(work, clara.account, 25_00n));
    await until(
      () => mailsTo(clara),
      (mails) => mails.some(({ subject }) => subject === 'Вам поступило 25.00\u00a0€'),
    );
    const sms = await sql<{ text: string }>`
      select text from outbox.message where recipient = '+37120000999'`.execute(app.database.sql);
    expect(sms.rows.map(({ text }) => text)).toEqual([
      'Calmly: Вам поступило 25.00\u00a0€. Отправитель: Employer AS. Деньги уже на счёте.',
    ]);
    expect((await listOf(clara)).map(({ kind }) => kind)).not.toContain('payment_received');
  });

  it('about the security of the account cannot be switched off', async () => {
    const off = { portal: false, email: false, sms: false, push: false };
    for (const topic of ['sign_in', 'security'] as const) {
      const answer = await app.call(
        saveNotificationChoice,
        { body: { topic, ...off } },
        { token: anna.token },
      );
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('can’t be turned off');
    }
    // Not even by a row that was inserted into the table in another way.
    await sql`insert into notifications.preference select holder_id, 'security', false, false, false, false
      from identity.client where id = ${anna.clientId}`.execute(app.database.sql);
    const { output } = await app.call(getNotificationChoices, {}, { token: anna.token });
    expect(output.choices.find(({ topic }) => topic === 'security')).toMatchObject({
      portal: true,
      email: true,
      fixed: true,
    });
  });

  it('cannot be sent by SMS if the bank does not offer it', async () => {
    const body = { topic: 'news', portal: true, email: false, sms: true, push: true } as const;
    expect((await app.call(saveNotificationChoice, { body }, { token: anna.token })).status).toBe(400);
  });
});

it('the email about an approval opens that approval', async () => {
  const { rows } = await sql<{ id: string }>`
    select holder_id as id from identity.client where id = ${anna.clientId}`.execute(app.database.sql);
  const personId = rows[0]?.id ?? '';
  const [wanted, decided] = [newId(), newId()];
  const params = {
    approvalKind: 'payee',
    company: 'Northwind',
    person: 'Boris',
    counterparty: 'Hansa',
    outcome: 'APPROVED',
  };
  await told(anna, [
    { kind: 'approval_wanted', personId, subjectId: wanted, params },
    { kind: 'approval_decided', personId, subjectId: decided, params },
  ]);
  const texts = (await mailsTo(anna)).map(({ text }) => text).join('\n');
  expect(texts).toContain(`/inbox?approval=${wanted}`);
  expect(texts).toContain(`/inbox?view=CLOSED&approval=${decided}`);
});
