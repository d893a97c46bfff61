/**
 * Digests: when they are due, and over HTTP their content, recipients, and that each is sent once. Control, tried once: without `setNext`, two jobs
 * send two digests.
 */
import { type DigestInput, getDigest, listNotifications, saveDigest } from '@calmly/contract';
import { notify } from '@calmly/platform/notify/notices.ts';
import { advanceBusinessTime } from '@calmly/platform/time/business-time.ts';
import { statementAccounts } from '@calmly/server/src/statement-accounts.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { createFirm, order } from '@calmly/server/test/support/clients/firm.ts';
import { createPayer, fund, type Payer, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeMember } from '../../../../identity/server/index.ts';
import { sendDigests } from './send.ts';
import { nextDigest } from './when.ts';

describe('the time', () => {
  const daily = { frequency: 'DAILY', weekday: 1, hour: 8, timeZone: 'Europe/Tallinn' } as const;

  test.each([
    ['2026-01-10T05:59:59Z', '2026-01-10T06:00:00Z'],
    ['2026-01-10T06:00:00Z', '2026-01-11T06:00:00Z'],
    // The clocks go forward and back in the night before.
    ['2026-03-28T07:00:00Z', '2026-03-29T05:00:00Z'],
    ['2026-10-24T06:00:00Z', '2026-10-25T06:00:00Z'],
  ])('daily at eight in Tallinn after %s', (after, next) => {
    expect(nextDigest(daily, new Date(after))).toEqual(new Date(next));
  });

  test('weekly on its day, with a skipped hour, a repeated one, and half-hour offsets', () => {
    const weekly = { ...daily, frequency: 'WEEKLY', weekday: 7 } as const;
    expect(nextDigest(weekly, new Date('2026-01-10T12:00:00Z'))).toEqual(new Date('2026-01-11T06:00:00Z'));
    expect(nextDigest(weekly, new Date('2026-01-11T06:00:00Z'))).toEqual(new Date('2026-01-18T06:00:00Z'));
    const berlin = { ...daily, hour: 2, timeZone: 'Europe/Berlin' };
    expect(nextDigest(berlin, new Date('2026-03-28T12:00:00Z'))).toEqual(new Date('2026-03-29T01:00:00Z'));
    const [first, second] = [new Date('2026-10-25T00:00:00Z'), new Date('2026-10-26T01:00:00Z')];
    expect(nextDigest(berlin, new Date('2026-10-24T12:00:00Z'))).toEqual(first);
    expect(nextDigest(berlin, first)).toEqual(second);
    const kolkata = { ...daily, timeZone: 'Asia/Kolkata' };
    expect(nextDigest(kolkata, new Date('2026-01-10T00:00:00Z'))).toEqual(new Date('2026-01-10T02:30:00Z'));
  });
});

describe('over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ jobs: true });
  });
  afterAll(() => app.close());

  type Who = { readonly token: string };
  const read = async ({ token }: Who) => (await app.call(getDigest, {}, { token })).output;
  const save = ({ token }: Who, change: Partial<DigestInput> = {}) =>
    app.call(
      saveDigest,
      { body: { frequency: 'DAILY', weekday: 1, hour: 8, timeZone: 'Europe/Tallinn', ...change } },
      { token },
    );
  const run = (end: () => void = () => undefined) =>
    systemWork(app.database, async (work) => {
      await sendDigests({ portalUrl: 'https://portal.example', sources: statementAccounts })(work);
      end();
    });
  const aDayLater = () => advanceBusinessTime(app.database.sql, 24);
  const digestsTo = async (clientId: string) =>
    (
      await sql<{ subject: string; text: string }>`
        select m.subject, m.text from outbox.message m join identity.person p on p.email = m.recipient
        join identity.client c on c.holder_id = p.id
        where c.id = ${clientId} and (m.subject ~ 'summary' or m.subject ~ 'Сводка') order by m.id`.execute(
        app.database.sql,
      )
    ).rows;
  /** The notice about the funded account has been written. */
  const settled = ({ token }: Payer) =>
    until(
      async () => (await app.call(listNotifications, { query: { limit: 50 } }, { token })).output.Items,
      (list) => list.some(({ kind }) => kind === 'payment_received'),
    );

  test('is off at first, saved, changed, and turned off again', async () => {
    const anna = await newClient(app, { firstName: 'Anna' });
    expect(await read(anna)).toMatchObject({ frequency: 'OFF', hour: 8 });
    const wanted = { frequency: 'WEEKLY', weekday: 5, hour: 18, timeZone: 'Asia/Kolkata' } as const;
    expect((await save(anna, wanted)).output).toEqual(wanted);
    expect(await read(anna)).toEqual(wanted);
    await save(anna, { frequency: 'OFF' });
    expect(await read(anna)).toMatchObject({ frequency: 'OFF' });
  });

  test('says what moved and what happened, once though servers die and two run, and nothing when there is nothing', async () => {
    const payer = await createPayer(app);
    await settled(payer);
    await save(payer);
    await run();
    expect(await digestsTo(payer.clientId)).toEqual([]);
    await systemWork(app.database, (work) => fund(work, payer.account, 25_000n));
    await until(
      async () =>
        (await app.call(listNotifications, { query: { limit: 50 } }, { token: payer.token })).output.Items,
      (list) => list.filter(({ kind }) => kind === 'payment_received').length === 2,
    );
    await aDayLater();
    await expect(
      run(() => {
        throw new Error('the server died');
      }),
    ).rejects.toThrow('the server died');
    expect(await digestsTo(payer.clientId)).toEqual([]);
    await Promise.all([run(), run()]);
    await run();
    const [mail, ...more] = await digestsTo(payer.clientId);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your daily summary: Anna Tamm');
    expect(mail?.text).toMatch(/in 250\.00\s€, out 0\.00\s€\. Available now: 1\s250\.00\s€/u);
    expect(mail?.text).toContain('Payments received: 1');
    // Nothing has happened since.
    await aDayLater();
    await run();
    expect(await digestsTo(payer.clientId)).toHaveLength(1);
  });

  test('covers what moved since the last one, also after a change, and nothing of an account seen for the first time', async () => {
    const payer = await createPayer(app);
    await settled(payer);
    await save(payer);
    await systemWork(app.database, (work) => fund(work, payer.account, 5_000n));
    await save(payer, { hour: 9 });
    await aDayLater();
    await run();
    expect((await digestsTo(payer.clientId)).at(-1)?.text).toMatch(/in 50\.00/);
    // As if the right to see the account had been given since.
    await sql`update alerts.digest set covered = '{}' where client_id = ${payer.clientId}`.execute(
      app.database.sql,
    );
    await aDayLater();
    await run();
    expect(await digestsTo(payer.clientId)).toHaveLength(1);
  });

  test('names approvals that wait for the person, and is not sent for news that has an email of its own', async () => {
    const firm = await createFirm(app);
    const [maria, clara] = [firm.maria, firm.clara];
    for (const { companyToken: token } of [maria, clara]) await save({ token });
    await order(app, firm, clara);
    const quiet = await createPayer(app, { fundedMinor: 0n });
    await save(quiet);
    await systemWork(app.database, (work) =>
      notify(work, [{ kind: 'new_device', clientId: quiet.clientId, params: {} }]),
    );
    await until(
      async () =>
        (await app.call(listNotifications, { query: { limit: 50 } }, { token: quiet.token })).output.Items,
      (list) => list.some(({ kind }) => kind === 'new_device'),
    );
    await aDayLater();
    await run();
    expect((await digestsTo(maria.clientId))[0]?.text).toContain('Needs your attention: 1 approval');
    for (const { text } of await digestsTo(clara.clientId))
      expect(text).not.toContain('approval in your inbox');
    expect(await digestsTo(quiet.clientId)).toEqual([]);
  });

  test('is in the person’s language', async () => {
    const payer = await createPayer(app);
    await sql`update identity.person p set locale = 'ru' from identity.client c where c.holder_id = p.id and c.id = ${payer.clientId}`.execute(
      app.database.sql,
    );
    await save(payer, { frequency: 'DAILY' });
    await systemWork(app.database, (work) => fund(work, payer.account, 7_000n));
    await aDayLater();
    await run();
    const [mail] = await digestsTo(payer.clientId);
    expect(mail?.subject).toContain('Сводка за день');
    expect(mail?.text).toMatch(/поступило 70[.,]00/u);
  });

  // Control, tried once: the covered time ends at the last check, even if no digest was sent.
  test('after a suspension states from when on it counts', async () => {
    const payer = await createPayer(app);
    await save(payer, { timeZone: 'UTC' });
    await sql`update alerts.digest set covered_to = now() - interval '10 days' where client_id = ${payer.clientId}`.execute(
      app.database.sql,
    );
    const setState = (state: string) =>
      sql`update identity.client set state = ${state} where id = ${payer.clientId}`.execute(app.database.sql);
    const from = new Date(Date.now() - 10 * 86_400_000);
    await setState('BLOCKED');
    await systemWork(app.database, (work) => fund(work, payer.account, 7_000n));
    await aDayLater();
    await run();
    expect(await digestsTo(payer.clientId)).toEqual([]);
    await setState('ACTIVE');
    await aDayLater();
    await run();
    const [mail] = await digestsTo(payer.clientId);
    expect(mail?.text).toMatch(/in 70\.00/);
    const day = from.toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long' });
    expect(mail?.text).toContain(`From ${day}`);
  });

  test('does not reach a removed member; control: her colleague gets it', async () => {
    const firm = await createFirm(app);
    await save({ token: firm.clara.companyToken });
    await save({ token: firm.maria.companyToken });
    await systemWork(app.database, async (work) => {
      await fund(work, firm.account, 3_000n);
      await removeMember(work, { clientId: firm.companyId, personId: firm.clara.personId });
    });
    await aDayLater();
    await run();
    expect(await digestsTo(firm.clara.clientId)).toEqual([]);
    expect(await digestsTo(firm.maria.clientId)).toHaveLength(1);
  });
});
