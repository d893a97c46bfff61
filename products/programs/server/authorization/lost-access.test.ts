/**
 * Connected applications end when their person loses access, and do not return with it. That includes applications being connected at that moment,
 * but not those that the person connects afterwards.
 */
import {
  confirmContactChange,
  freezeAccess,
  requestContactChange,
  requestPasswordReset,
  resetPassword,
  undoContactChange,
} from '@calmly/contract';
import type { Work } from '@calmly/platform/work.ts';
import { lastMail, linkToken } from '@calmly/server/test/support/attackers/security.ts';
import { newClient, password, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { noRights } from '@calmly/server/test/support/clients/colleagues.ts';
import { actFor, newActiveCompany, newMember } from '@calmly/server/test/support/clients/companies.ts';
import {
  type ConnectedBank,
  errorOf,
  startConnectedBank,
  twoAccountsOf,
} from '@calmly/server/test/support/clients/connected/connected-bank.ts';
import {
  allow,
  connect,
  follow,
  question,
  uidOf,
} from '@calmly/server/test/support/clients/connected/third-party.ts';
import { lettersTo } from '@calmly/server/test/support/clients/letters.ts';
import { codeIn, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { type HeldWrites, holdWrites } from '@calmly/server/test/support/held-writes.ts';
import { signIn } from '@calmly/server/test/support/processes/browser.ts';
import { failedAttempts, holdRetries, retryNow } from '@calmly/server/test/support/retries.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addMember,
  changeMember,
  findMember,
  type MemberKey,
  removeMember,
} from '../../../identity/server/index.ts';

let bank: ConnectedBank;
beforeAll(async () => {
  bank = await startConnectedBank();
});
afterAll(() => bank.app.close());

const refresh = (token: string | undefined) => oauth.refreshTokenGrant(bank.penny.config, token ?? '');

describe('applications are not connected again with the access of the person who', () => {
  /** Connects Penny to the profile that the person acts for. */
  const connectOf = async (person: SignedIn, clientId = person.clientId) => {
    const [{ id }] = await twoAccountsOf(bank.app, { clientId });
    return connect(bank.app, bank.penny, person.browser, { accountIds: [id] });
  };
  const untilEnded = (person: SignedIn) =>
    until(
      async () =>
        (
          await query<{ why: string | null; shown: number }>`
            select c.end_reason as why, (select count(*)::int from platform.audit a
              where a.action = 'connection.ended' and a.person_id = c.person_id) as shown
            from connections.connection c where c.person_id = ${person.personId}
          `.execute(bank.app.database.sql)
        ).rows,
      (rows) => rows.every(({ why, shown }) => why === 'ACCESS_LOST' && shown === 1),
    );

  test('froze it', async () => {
    const person = await newClient(bank.app, { firstName: 'Frida' });
    const tokens = await connectOf(person);
    await bank.app.call(freezeAccess, {}, { token: person.token });
    await untilEnded(person);
    await query`update identity.person set frozen_at = null`.execute(bank.app.database.sql);
    expect(await errorOf(refresh(tokens.refresh_token))).toBe('invalid_grant');
    expect((await bank.read(tokens.access_token)).status).toBe(401);
  });

  /** The membership expires, by the job scheduled for that moment. */
  const expire = async (work: Work, key: MemberKey) => {
    await changeMember(work, { ...key, validUntil: new Date('2099-01-01') });
    await query`update identity.membership set valid_until = now()
      where client_id = ${key.clientId} and person_id = ${key.personId}`.execute(work.sql);
    await query`update graphile_worker._private_jobs set run_at = now()
      where key = ${`end_membership:${key.clientId}:${key.personId}`}`.execute(work.sql);
  };
  const newPassword = 'a kettle on the windowsill';
  /** Resets the password with the mailed link. */
  const reset = async ({ email }: SignedIn) => {
    await bank.app.call(requestPasswordReset, { body: { email } });
    await expect.poll(async () => (await lastMail(bank.app, email)).subject).toMatch(/^Reset/);
    const token = linkToken((await lastMail(bank.app, email)).text);
    return () => bank.app.call(resetPassword, { body: { token, password: newPassword } });
  };

  test('reset the password', async () => {
    const person = await newClient(bank.app, { firstName: 'Rita' });
    const tokens = await connectOf(person);
    expect((await (await reset(person))()).status).toBe(204);
    await untilEnded(person);
    expect(await errorOf(refresh(tokens.refresh_token))).toBe('invalid_grant');
    expect((await bank.read(tokens.access_token)).status).toBe(401);
  });

  test('undid a change of their email', async () => {
    const person = await newClient(bank.app, { firstName: 'Ulla' });
    const tokens = await connectOf(person);
    const { app } = bank;
    const body = { kind: 'email', value: 'thief@test.example' } as const;
    const { body: asked } = await app.call(requestContactChange, { body }, person);
    const requested = await app.call(requestContactChange, { body }, { ...person, code: codeIn(asked) });
    const { id, code = '' } = requested.output;
    await app.call(confirmContactChange, { params: { id }, body: { code } }, person);
    expect((await bank.read(tokens.access_token)).status).toBe(200);
    const [letter] = (await lettersTo(app.database.sql, person.email)).slice(-1);
    const token = /undo-contact-change\?token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
    expect((await app.call(undoContactChange, { body: { token } })).status).toBe(200);
    await untilEnded(person);
    expect(await errorOf(refresh(tokens.refresh_token))).toBe('invalid_grant');
    expect((await bank.read(tokens.access_token)).status).toBe(401);
  });

  describe('reset it while they allow a connection', () => {
    /** Presses the consent screen's button, with the code. */
    const consenting = async (person: SignedIn) => {
      const [{ id }] = await twoAccountsOf(bank.app, person);
      const { address } = await question(bank.penny);
      const uid = uidOf(await follow(person.browser, address));
      return () => allow(person.browser, uid, [id]);
    };
    /** Whether the second call waits for the one whose writes are held, which then continue. */
    const waits = async (held: HeldWrites, second: Promise<unknown>) => {
      let answered = false;
      void second.then(() => {
        answered = true;
      });
      await until(
        async () => answered || (await blocked()) > 0,
        (known) => known,
      );
      // A released call may be answered before the connection that held it has ended.
      const isWaiting = !answered;
      await held.release();
      return isWaiting;
    };
    const blocked = async () =>
      (
        await query<{ count: number }>`
          select count(*)::int from pg_locks
          where not granted and locktype in ('transactionid', 'tuple')
            and pid in (select pid from pg_stat_activity where datname = current_database())
        `.execute(bank.app.database.sql)
      ).rows[0]?.count ?? 0;

    test('if the consent is first, the reset ends it', async () => {
      const person = await newClient(bank.app, { firstName: 'Sofia' });
      const [consent, resetNow] = [await consenting(person), await reset(person)];
      const held = await holdWrites(bank.app.database, 'insert on connections.connection');
      const allowed = consent();
      await held.untilOneWaits();
      const done = resetNow();
      expect(await waits(held, done)).toBe(true);
      expect((await allowed).status).toBe(200);
      expect((await done).status).toBe(204);
      await untilEnded(person);
    });

    test('if the reset is first, the consent is refused', async () => {
      const person = await newClient(bank.app, { firstName: 'Tilda' });
      const [consent, resetNow] = [await consenting(person), await reset(person)];
      const held = await holdWrites(bank.app.database, 'delete on identity.device');
      const done = resetNow();
      await held.untilOneWaits();
      const allowed = consent();
      expect(await waits(held, allowed)).toBe(true);
      expect((await done).status).toBe(204);
      expect((await allowed).status).toBe(401);
      const { rows } = await query`
        select from connections.connection where person_id = ${person.personId}`.execute(
        bank.app.database.sql,
      );
      expect(rows).toEqual([]);
    });
  });

  test('recovered it before the job that ends them ran, except what they connected afterwards', async () => {
    const late = await startConnectedBank();
    const { app, anna, penny, main } = late;
    const { sql } = app.database;
    await holdRetries(sql);
    const intruders = await late.connectPenny();
    await query
      .raw(`create function connections.fail() returns trigger language plpgsql as $$ begin raise 'died here'; end $$;
        create trigger die before update on connections.connection for each row when (new.ended_at is not null)
        execute function connections.fail()`)
      .execute(sql);
    await app.call(freezeAccess, {}, { token: anna.token });
    await until(
      () => failedAttempts(sql),
      (attempts) => attempts.length === 1,
    );
    await query`update identity.person set frozen_at = null`.execute(sql);
    const { browser } = await signIn(app.url, { email: anna.email, password });
    const own = await connect(app, penny, browser, { accountIds: main });
    await query`drop trigger die on connections.connection`.execute(sql);
    await retryNow(sql);
    await until(
      () =>
        query<{
          why: string | null;
        }>`select end_reason as why from connections.connection order by id`.execute(sql),
      ({ rows }) => rows[0]?.why === 'ACCESS_LOST',
    );
    expect((await late.read(intruders.access_token)).status).toBe(401);
    expect((await late.read(own.access_token)).status).toBe(200);
    await app.close();
  });

  test.each([
    ['was no longer an administrator', (work, key) => changeMember(work, { ...key, rights: noRights })],
    ['was suspended', (work, key) => changeMember(work, { ...key, status: 'SUSPENDED' })],
    ['was removed', (work, key) => removeMember(work, key)],
    ['was a member until a day that is over', expire],
  ] as const satisfies ReadonlyArray<[string, (work: Work, key: MemberKey) => Promise<unknown>]>)(
    '%s, and their own connections stay',
    async (_, lose) => {
      const company = await newActiveCompany(bank.app, await newClient(bank.app));
      const second = await newMember(bank.app, company.id, { is_boss: true });
      const own = await connectOf(second);
      await actFor(bank.app, second, company.id);
      const tokens = await connectOf(second, company.id);
      const key = { clientId: company.id, personId: second.personId };
      await systemWork(bank.app.database, async (work) => {
        await lose(work, key);
      });
      await until(
        () =>
          query<{ id: string }>`
        select id from connections.connection where person_id = ${second.personId} and end_reason = 'ACCESS_LOST'
      `.execute(bank.app.database.sql),
        ({ rows }) => rows.length > 0,
      );
      await systemWork(bank.app.database, async (work) => {
        const again = { ...key, rights: { ...noRights, is_boss: true }, validUntil: null };
        if (await findMember(work.sql, key)) await changeMember(work, { ...again, status: 'ACTIVE' });
        else await addMember(work, again);
      });
      expect(await errorOf(refresh(tokens.refresh_token))).toBe('invalid_grant');
      expect((await bank.read(own.access_token)).status).toBe(200);
    },
  );
});
