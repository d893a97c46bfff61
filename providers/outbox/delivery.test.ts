/**
 * Emails through the real job queue to a real SMTP server. Controls, each tried once: a random Message-ID, a message that is not erased,
 * a 4xx refusal treated as final, an outage that uses attempts, a release without a look at what has expired, and optional TLS each make a test here fail.
 */
import tls from 'node:tls';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { certificate } from '@calmly/server/test/support/processes/certificate.ts';
import {
  type Relay,
  type RelayOptions,
  startRelay,
} from '@calmly/server/test/support/processes/providers/smtp.ts';
import { failedAttempts, holdRetries, retryNow } from '@calmly/server/test/support/retries.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Email, sendAwaitedEmail, sendEmail } from '../email/index.ts';
import { createOutbox } from './index.ts';

const login = { user: 'calmly', password: 'relay-secret' };
const mail: Email = {
  to: 'anna@example.test',
  locale: 'ru',
  subject: 'Ваш код подтверждения',
  paragraphs: ['Вход с нового устройства <b>'],
  code: '493817',
  closing: 'Действует 5 минут.',
};

let relay: Relay | undefined;
let app: TestApp | undefined;
const trusted = tls.getCACertificates('default');
beforeAll(() => tls.setDefaultCACertificates([...trusted, certificate]));
afterAll(() => tls.setDefaultCACertificates(trusted));
afterEach(async () => {
  await app?.close();
  await relay?.close();
  app = undefined;
  relay = undefined;
});

/** A relay, and the app that sends through it. */
async function start(
  options: RelayOptions = {},
  { host = '127.0.0.1', password = login.password, restMs = 3_600_000 } = {},
) {
  const started = await startRelay({ host, ...options });
  relay = started;
  const credentials = options.login ? `${login.user}:${password}@` : '';
  const smtp = {
    url: `smtp://${credentials}${host}:${started.port}`,
    from: 'Calmly <no-reply@calmly.example>',
  };
  const test = await startTestApp({ jobs: true, config: { smtp, carrierRestMs: restMs } });
  app = test;
  const db = test.database;
  await holdRetries(db.sql);
  return {
    relay: started,
    db,
    send: (more: Partial<Email> = {}) => db.inTransaction((open) => sendEmail(open, { ...mail, ...more })),
    sendAwaited: (to: string, validSeconds: number) =>
      db.inTransaction((open) => sendAwaitedEmail(open, { ...mail, to }, validSeconds)),
    /** The recipients of what waits for the carrier. */
    parked: async () =>
      (
        await sql<{
          recipient: string;
        }>`select recipient from outbox.message where parked_at is not null order by 1`.execute(db.sql)
      ).rows.map(({ recipient }) => recipient),
    rows: async () =>
      (
        await sql<{ text: string; email: unknown; settled: boolean; failure: string | null }>`
          select text, email, settled_at is not null as settled, failure from outbox.message order by id`.execute(
          db.sql,
        )
      ).rows,
    retry: () => retryNow(db.sql),
    tries: () => failedAttempts(db.sql),
  };
}

describe('an email', () => {
  it('leaves over TLS with the relay’s login, as text and HTML, and nothing of it stays', async () => {
    const { relay, send, rows } = await start({ login });
    await send();
    await until(rows, ([row]) => row?.settled === true);
    const [received] = relay.received;
    expect(received).toMatchObject({ recipient: mail.to, encrypted: true, user: login.user });
    expect(received?.headers.get('message-id')).toMatch(/^<[0-9a-f-]{36}@calmly\.example>$/);
    expect(received?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(received?.headers.get('content-language')).toBe('ru');
    expect(received?.bodies.get('text/plain')).toContain('Ваш код: 493817');
    const html = received?.bodies.get('text/html');
    expect(html).toContain('<html lang="ru"');
    expect(html).toContain('493817');
    expect(html).toContain('Вход с нового устройства &lt;b&gt;');
    expect(await rows()).toEqual([{ text: '', email: null, settled: true, failure: null }]);
  });

  it('is never sent when its transaction is rolled back', async () => {
    const { relay, db, send, rows } = await start();
    const refused = db.inTransaction(async (open) => {
      await sendEmail(open, { ...mail, to: 'never@example.test' });
      throw new Error('rolled back');
    });
    await expect(refused).rejects.toThrow('rolled back');
    await send();
    await until(rows, ([row]) => row?.settled === true);
    expect(relay.asked).toEqual([mail.to]);
  });

  it('that was accepted but not recorded is sent again under the same Message-ID', async () => {
    const { relay, db, send, rows, retry, tries } = await start();
    await sql
      .raw(`create function outbox.fail() returns trigger language plpgsql as $$ begin raise 'died here'; end $$;
        create trigger die before update on outbox.message for each row execute function outbox.fail()`)
      .execute(db.sql);
    await send();
    await until(tries, ([attempts]) => attempts === 1);
    await sql`drop trigger die on outbox.message`.execute(db.sql);
    await retry();
    await until(rows, ([row]) => row?.settled === true);
    const ids = relay.received.map(({ headers }) => headers.get('message-id'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('refused permanently is given up at once, erased, with the reason', async () => {
    const { relay, send, rows } = await start({ refuse: (to) => (to === mail.to ? 550 : undefined) });
    await send();
    await send({ to: 'boris@example.test' });
    const settled = await until(rows, (all) => all.every((row) => row.settled));
    expect(settled.map(({ failure }) => failure)).toEqual(['smtp EENVELOPE 550', null]);
    expect(settled.map(({ text, email }) => [text, email])).toEqual([
      ['', null],
      ['', null],
    ]);
    // Two jobs: either may be the first.
    expect(relay.asked.toSorted()).toEqual([mail.to, 'boris@example.test']);
  });

  it('deferred by the relay is retried later, and does not delay other mail', async () => {
    let busy = true;
    const { relay, send, rows, retry, tries } = await start({
      refuse: (to) => (busy && to === mail.to ? 450 : undefined),
    });
    await send();
    await until(tries, ([attempts]) => attempts === 1);
    await send({ to: 'boris@example.test' });
    await until(rows, (all) => all[1]?.settled === true);
    expect((await rows())[0]).toMatchObject({ settled: false });
    busy = false;
    await retry();
    await until(rows, (all) => all.every((row) => row.settled && row.failure === null));
    expect(relay.received.map(({ recipient }) => recipient)).toEqual(['boris@example.test', mail.to]);
  });

  it('waits for a relay that is away without using its attempts, and leaves when it is back', async () => {
    const { relay, db, send, sendAwaited, rows, parked, tries } = await start({}, { restMs: 50 });
    await relay.close();
    await send({ to: 'news@example.test' });
    await sendAwaited('code@example.test', 300);
    await sendAwaited('late@example.test', 300);
    const all = ['code@example.test', 'late@example.test', 'news@example.test'];
    await until(parked, (waiting) => waiting.length === all.length);
    expect(await parked()).toEqual(all);
    await sql`update outbox.message set expires_at = now() - interval '1 second' where recipient = 'late@example.test'`.execute(
      db.sql,
    );
    // The one that is of no use any more is erased although the relay is still away.
    await until(parked, (waiting) => waiting.length === all.length - 1);

    const back = await startRelay({ port: relay.port });
    try {
      const settled = await until(rows, (messages) => messages.every((message) => message.settled));
      expect(settled.map(({ failure, text }) => [failure, text])).toEqual([
        [null, ''],
        [null, ''],
        ['too_old', ''],
      ]);
      expect(back.received.map(({ recipient }) => recipient).toSorted()).toEqual([
        'code@example.test',
        'news@example.test',
      ]);
      expect(await tries()).toEqual([]);
      await until(
        async () => (await sql`select from outbox.outage`.execute(db.sql)).rows.length,
        (outages) => outages === 0,
      );
    } finally {
      await back.close();
    }
  });

  it('is looked for by one job, however many wait', async () => {
    const { relay, db, send, parked } = await start();
    await relay.close();
    for (let count = 1; count <= 5; count += 1) await send();
    await until(parked, (waiting) => waiting.length === 5);
    const jobs = async () =>
      (
        await sql<{ task: string; attempts: number }>`
          select task_identifier as task, attempts from graphile_worker.jobs
          where task_identifier ~ '^(deliver|resume)_'`.execute(db.sql)
      ).rows;
    // The last of them may still be noted as done.
    await until(jobs, (waiting) => !waiting.some(({ task }) => task === 'deliver_email'));
    expect(await jobs()).toEqual([{ task: 'resume_email', attempts: 0 }]);
  });

  it('that was parked is looked after when the server starts, also if nobody does any more', async () => {
    const { relay, db, send, parked, rows } = await start({}, { restMs: 50 });
    await relay.close();
    await send();
    await until(parked, (waiting) => waiting.length === 1);
    // As after a start without a carrier, which leaves the outage and its messages as they are.
    await until(
      async () => {
        await sql`delete from graphile_worker._private_jobs where locked_at is null and key = 'resume_email'`.execute(
          db.sql,
        );
        return (
          await sql`select from graphile_worker.jobs where task_identifier = 'resume_email'`.execute(db.sql)
        ).rows.length;
      },
      (jobs) => jobs === 0,
    );
    const back = await startRelay({ port: relay.port });
    try {
      const carriers = { email: async () => undefined, sms: undefined, push: undefined };
      await createOutbox({
        database: db,
        carriers,
        lostReader: async () => undefined,
        sandbox: true,
      }).start?.(db.sql);
      await until(rows, ([row]) => row?.settled === true);
      expect(back.received).toHaveLength(1);
    } finally {
      await back.close();
    }
  });

  it('is not sent unencrypted to another machine', async () => {
    const { relay, send, parked } = await start({ tls: false }, { host: '127.0.0.2' });
    await send();
    await until(parked, (waiting) => waiting.length === 1);
    expect(relay.asked).toEqual([]);
  });

  it('stays when the relay refuses our login', async () => {
    const { relay, send, parked } = await start({ login }, { password: 'wrong' });
    await send();
    await until(parked, (waiting) => waiting.length === 1);
    expect(relay.asked).toEqual([]);
  });

  it('with a code is not behind the news', async () => {
    let news = 0;
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { relay, send, sendAwaited, rows } = await start({
      until: async (to) => {
        if (to !== 'news@example.test') return;
        news += 1;
        await held;
      },
    });
    try {
      for (let count = 1; count <= 20; count += 1) await send({ to: 'news@example.test' });
      await until(
        () => news,
        (count) => count === 4,
      );
      await sendAwaited('code@example.test', 300);
      await until(
        () => relay.received.map(({ recipient }) => recipient),
        (received) => received.includes('code@example.test'),
      );
      expect(relay.received).toHaveLength(1);
      // None of those before it had to give its connection up.
      expect(news).toBe(4);
    } finally {
      letGo();
    }
    await until(rows, (all) => all.length === 21 && all.every((row) => row.settled));
  });

  it('stored before there was a carrier is erased when the server starts with one', async () => {
    const { db, rows } = await start();
    const keep = (channel: string, age: string) =>
      sql`insert into outbox.message (id, at, channel, recipient, text)
        values (${newId()}, now() - ${age}::interval, ${channel}, 'anna', 'Code 493817')`.execute(db.sql);
    for (const [channel, age] of [
      ['email', '25 hours'],
      ['email', '1 hour'],
      ['sms', '25 hours'],
    ] as const)
      await keep(channel, age);
    const carriers = { email: async () => undefined, sms: undefined, push: undefined };
    await createOutbox({ database: db, carriers, lostReader: async () => undefined, sandbox: true }).start?.(
      db.sql,
    );
    expect((await rows()).map(({ text, failure }) => [text, failure])).toEqual([
      ['', 'too_old'],
      ['Code 493817', null],
      ['Code 493817', null],
    ]);
  });

  it('older than a day is not delivered', async () => {
    const { relay, db, rows } = await start();
    await db.inTransaction(async (open) => {
      await sendEmail(open, mail);
      await sql`update outbox.message set at = now() - interval '25 hours'`.execute(open);
    });
    expect(await until(rows, ([row]) => row?.settled === true)).toMatchObject([
      { failure: 'too_old', text: '' },
    ]);
    expect(relay.asked).toEqual([]);
  });
});
