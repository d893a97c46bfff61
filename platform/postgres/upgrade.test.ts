/** How migrations treat earlier data: a database of the earlier version with rows, then every later migration. */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationFolders } from '@calmly/server/src/migrations.ts';
import { execute, urlOfDatabase } from '@calmly/server/test/support/database.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { newId } from '../ids.ts';
import { migrate } from './migrate.ts';
import { migrationFiles } from './migrations/files.ts';

let name: string;
let client: pg.Client;
let directory: string;

beforeEach(async () => {
  name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(inject('clusterUrl'), `create database ${name}`);
  directory = await mkdtemp(join(tmpdir(), 'calmly-upgrade-'));
  client = new pg.Client({ connectionString: url() });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await execute(inject('clusterUrl'), `drop database ${name} with (force)`);
  await rm(directory, { recursive: true, force: true });
});

const url = () => urlOfDatabase(inject('clusterUrl'), name);

/** Migrates the database up to, but not including, this migration. */
async function migrateBefore(number: string): Promise<void> {
  for (const { name: file, path } of await migrationFiles(migrationFolders))
    if (file < number) await copyFile(path, join(directory, file));
  await migrate(url(), [directory]);
}

const now = Date.now();
const daysAgo = (days: number) => new Date(now - days * 86_400_000);

async function insertPerson({ frozen = false } = {}): Promise<string> {
  const id = newId();
  await client.query(
    `insert into identity.person (id, email, email_key, password_hash, created_at, frozen_at)
      values ($1, $2, $2, '', now(), $3)`,
    [id, `${id}@test.example`, frozen ? new Date() : null],
  );
  return id;
}

async function insertCompany(): Promise<string> {
  const id = newId();
  await client.query(
    `insert into identity.client (id, company_name, state, role, created_at) values ($1, 'Firm', 'ACTIVE', 'LEGAL', now())`,
    [id],
  );
  return id;
}

const insertMember = (clientId: string, personId: string, status: 'ACTIVE' | 'SUSPENDED', isBoss = true) =>
  client.query(
    `insert into identity.membership (person_id, client_id, is_boss, can_request_trans, can_create_benef, can_plast_view,
      can_plast_perform, status) values ($1, $2, $3, false, false, false, false, $4)`,
    [personId, clientId, isBoss, status],
  );

interface Recorded {
  readonly action: string;
  readonly status?: string;
  readonly at: Date;
}

const recordMember = async (clientId: string, member: string, entries: readonly Recorded[]) => {
  for (const { action, status, at } of entries)
    await client.query(
      `insert into platform.audit (id, at, action, client_id, details) values ($1, $2, $3, $4, $5)`,
      [newId(at.getTime()), at, action, clientId, { member, rights: 'is_boss', validUntil: null, status }],
    );
};

test('0205: an earlier suspension counts from the moment in the audit record, an old or unrecorded one not at all', async () => {
  await migrateBefore('0205');
  const clientId = await insertCompany();
  const suspended = { action: 'member.changed', status: 'SUSPENDED' };
  const active = { action: 'member.changed', status: 'ACTIVE' };
  const added = { action: 'member.added', at: daysAgo(900) };
  const cases: ReadonlyArray<readonly [string, readonly Recorded[], Date | null]> = [
    ['years ago', [added, { ...suspended, at: daysAgo(800) }], null],
    ['unrecorded', [], null],
    ['two days ago', [added, { ...suspended, at: daysAgo(2) }], daysAgo(2)],
    [
      'two days ago, other rights since',
      [added, { ...suspended, at: daysAgo(2) }, { ...suspended, at: daysAgo(1) }],
      daysAgo(2),
    ],
    [
      'years ago, other rights since',
      [added, { ...suspended, at: daysAgo(800) }, { ...suspended, at: daysAgo(1) }],
      null,
    ],
    [
      'for the second time',
      [
        added,
        { ...suspended, at: daysAgo(5) },
        { ...active, at: daysAgo(4) },
        { ...suspended, at: daysAgo(3) },
      ],
      daysAgo(3),
    ],
  ];
  const people = new Map<string, string>();
  for (const [what, entries] of cases) {
    const personId = await insertPerson();
    people.set(personId, what);
    await insertMember(clientId, personId, 'SUSPENDED');
    await recordMember(clientId, personId, entries);
  }
  const working = await insertPerson();
  await insertMember(clientId, working, 'ACTIVE');
  await recordMember(clientId, working, [
    { ...suspended, at: daysAgo(2) },
    { ...active, at: daysAgo(1) },
  ]);

  await migrate(url(), migrationFolders);
  const { rows } = await client.query<{ person_id: string; suspended_at: Date | null }>(
    'select person_id, suspended_at from identity.membership where client_id = $1',
    [clientId],
  );
  const momentOf = (at: Date | null) => at?.toISOString() ?? null;
  const found = Object.fromEntries(
    rows.map(({ person_id, suspended_at }) => [people.get(person_id) ?? 'working', momentOf(suspended_at)]),
  );
  expect(found).toEqual({
    ...Object.fromEntries(cases.map(([what, , at]) => [what, momentOf(at)])),
    working: null,
  });
});

test('0193: the end of connections whose person has lost access is in the audit record, as the application records it', async () => {
  await migrateBefore('0193');
  const clientId = await insertCompany();
  const applicationId = newId();
  await client.query(
    `insert into connections.application (id, name, operator, letter, redirect_uris)
      values ($1, 'Penny', 'Penny GmbH', 'P', '{https://penny.example/back}')`,
    [applicationId],
  );
  const connect = async (personId: string) => {
    const id = newId();
    await client.query(
      `insert into connections.connection (id, application_id, person_id, client_id, scopes, account_ids, expires_at)
        values ($1, $2, $3, $4, '{accounts:read}', $5, now() + interval '90 days')`,
      [id, applicationId, personId, clientId, [newId()]],
    );
    return id;
  };
  const [frozen, demoted, boss] = [
    await insertPerson({ frozen: true }),
    await insertPerson(),
    await insertPerson(),
  ];
  await insertMember(clientId, frozen, 'ACTIVE');
  await insertMember(clientId, demoted, 'ACTIVE', false);
  await insertMember(clientId, boss, 'ACTIVE');
  const ended = [
    [frozen, await connect(frozen), 'frozen'],
    [demoted, await connect(demoted), 'no_administrator'],
  ] as const;
  const kept = await connect(boss);

  await migrate(url(), migrationFolders);
  const { rows: live } = await client.query('select id from connections.connection where ended_at is null');
  expect(live).toEqual([{ id: kept }]);
  const { rows: recorded } = await client.query<{ id: string }>(
    `select id, client_id, person_id, actor, ip, details, at = (select ended_at from connections.connection c
      where c.id::text = details ->> 'connection_id') as at_once
    from platform.audit where action = 'connection.ended'`,
  );
  const byPerson = (one: { readonly person_id: string }, other: { readonly person_id: string }) =>
    one.person_id.localeCompare(other.person_id);
  expect(recorded.map(({ id: _, ...row }) => row as { person_id: string }).toSorted(byPerson)).toEqual(
    ended
      .map(([person_id, connection_id, because]) => ({
        client_id: clientId,
        person_id,
        actor: 'access_lost',
        ip: null,
        details: { connection_id, application: 'Penny', reason: 'ACCESS_LOST', because },
        at_once: true,
      }))
      .toSorted(byPerson),
  );
  // UUIDs of version 7 made now, as "newest first" sorts by id.
  for (const { id } of recorded) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const at = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
  }
});

// A migration that dropped the column would break the servers of the previous version during the upgrade.
test('0265: trust goes to the accounts that it was given for, and servers of the release before still read and write payees', async () => {
  await migrateBefore('0265');
  const clientId = await insertCompany();
  const insertPayee = async (name: string, trusted: boolean, changed: boolean) => {
    const id = newId();
    await client.query(
      `insert into beneficiaries.beneficiary (id, client_id, legal_status, name, country, direction, scheme, currency, search, trusted,
        accounts_changed_at, created_at) values ($1, $2, 'COMPANY', $3, 'DE', 'OUTGOING', 'SEPA', 'EUR', '', $4, $5, now())`,
      [id, clientId, name, trusted, changed ? new Date() : null],
    );
    await client.query(
      `insert into beneficiaries.bank_detail (client_id, beneficiary_id, index, currency, iban, bank_country, account_key, name_key)
        values ($1, $2, 0, 'EUR', 'DE02120300000000202051', 'DE', $3, '')`,
      [clientId, id, name],
    );
    return id;
  };
  await insertPayee('Trusted', true, false);
  await insertPayee('Changed', true, true);
  const other = await insertPayee('Not trusted', false, false);

  await migrate(url(), migrationFolders);
  const { rows } = await client.query<{ name: string; trusted: boolean }>(
    'select b.name, d.trusted from beneficiaries.bank_detail d join beneficiaries.beneficiary b on b.id = d.beneficiary_id',
  );
  expect(Object.fromEntries(rows.map(({ name: payee, trusted }) => [payee, trusted]))).toEqual({
    Trusted: true,
    Changed: false,
    'Not trusted': false,
  });
  // As the previous release does.
  await client.query('update beneficiaries.beneficiary set trusted = true where id = $1', [other]);
  await insertPayee('New', true, false);
});

test('0273: an open hold of a card at the processor gets the 38 days more that new ones have, others end as before', async () => {
  await migrateBefore('0273');
  const clientId = await insertCompany();
  const insertCard = async (atProcessor: boolean) => {
    const id = newId();
    await client.query(
      `insert into cards.card (id, client_id, account_id, holder_id, kind, status, version, name, name_on_card, design, currency,
          last_four, expires_on, single_use, controls, at_processor, created_at, updated_at)
        values ($1, $2, $3, $4, 'VIRTUAL', 'ACTIVE', 1, 'Card', 'FIRM', 'plain', 'EUR', '0000', '2030-01-31', false, '{}', $5, now(), now())`,
      [id, clientId, newId(), newId(), atProcessor],
    );
    if (atProcessor)
      await client.query(`insert into cards.processor_card (card_id, reference) values ($1, $2)`, [
        id,
        `ic_${id}`,
      ]);
    return id;
  };
  const insertPayment = async (cardId: string, expiresAt: Date | null) => {
    const id = newId();
    await client.query(
      `insert into cards.authorization (id, card_id, account_id, reference, created_at, day, approved, channel, mcc, merchant_name,
          merchant_amount, merchant_currency, authorized_minor, is_over, expires_at)
        values ($1, $2, $3, $4, $5, current_date, true, 'ONLINE', '5411', 'Rimi', '5.00', 'EUR', 500, $6, $7)`,
      [id, cardId, newId(), id, daysAgo(0), expiresAt === null, expiresAt],
    );
    return id;
  };
  const [atProcessor, own] = [await insertCard(true), await insertCard(false)];
  const ends = new Map<string, Date | null>([
    // One that would have ended next, one of today, and one of a version that gave it 45 days.
    [await insertPayment(atProcessor, daysAgo(0)), daysAgo(-38)],
    [await insertPayment(atProcessor, daysAgo(-7)), daysAgo(-45)],
    [await insertPayment(atProcessor, daysAgo(-45)), daysAgo(-45)],
    [await insertPayment(atProcessor, null), null],
    [await insertPayment(own, daysAgo(-7)), daysAgo(-7)],
  ]);

  await migrate(url(), migrationFolders);
  const { rows } = await client.query<{ id: string; expires_at: Date | null }>(
    'select id, expires_at from cards.authorization',
  );
  expect(new Map(rows.map(({ id, expires_at }) => [id, expires_at]))).toEqual(ends);
});

test('0287: countries in which cards have paid and what they spent are known after an upgrade', async () => {
  await migrateBefore('0287');
  const [cardId, accountId] = [newId(), newId()];
  await client.query(
    `insert into cards.card (id, client_id, account_id, holder_id, kind, status, version, name, name_on_card, design, currency,
        last_four, expires_on, single_use, controls, created_at, updated_at)
      values ($1, $2, $3, $4, 'VIRTUAL', 'ACTIVE', 1, 'Card', 'FIRM', 'plain', 'EUR', '0000', '2030-01-31', false, '{}', now(), now())`,
    [cardId, await insertCompany(), accountId, newId()],
  );
  for (const [country, approved, isRefund] of [
    ['JP', true, false],
    ['JP', true, false],
    [null, true, false],
    ['US', false, false],
    ['CA', true, true],
  ] as const)
    await client.query(
      `insert into cards.authorization (id, card_id, account_id, reference, created_at, day, approved, decline_reason, channel, mcc, merchant_name,
          merchant_country, merchant_amount, merchant_currency, authorized_minor, is_over, is_refund)
        values ($1::uuid, $2, $3, $1::uuid::text, now(), current_date, $4, $5, 'ONLINE', '5411', 'Shop', $6, '5.00', 'EUR', 500, true, $7)`,
      [newId(), cardId, accountId, approved, approved ? null : 'limit_day', country, isRefund],
    );
  await client.query(
    `insert into cards.spent (account_id, day, amount_minor) values ($1, '2025-01-31', 700), ($1, '2026-01-31', 800)`,
    [accountId],
  );

  await migrate(url(), migrationFolders);
  const { rows } = await client.query(
    `select (select array_agg(country order by country) from cards.country_seen where account_id = $1) as countries,
      (select amount_minor::text from cards.spent_total where account_id = $1) as total`,
    [accountId],
  );
  expect(rows).toEqual([{ countries: ['', 'JP'], total: '1500' }]);
});

test('0293: of credits that wait as the return of one payment, only the first is its return', async () => {
  await migrateBefore('0293');
  const [twice, given, back, once] = [newId(), newId(), newId(), newId()];
  const insert = async (returnOf: string | null, state: string): Promise<string> => {
    const id = newId();
    await client.query(
      `insert into clearing.suspense (id, cause, rail_reference, scheme, creditor_account, currency, amount_minor, debtor_name, debtor_account, reference,
          end_to_end_id, return_of, arrived_at, state, decided_at)
        values ($1::uuid, 'account_closed', $1::uuid::text, 'SEPA', 'EE1', 'EUR', 100, 'Anna', 'EE2', '', 'E', $2, now(), $3::text, case when $3 <> 'waiting' then now() end)`,
      [id, returnOf, state],
    );
    return id;
  };
  const expected = new Map<string, string | null>([
    [await insert(twice, 'waiting'), twice],
    [await insert(twice, 'waiting'), null],
    [await insert(twice, 'waiting'), null],
    [await insert(given, 'waiting'), null],
    [await insert(given, 'assigned'), given],
    [await insert(back, 'sent_back'), back],
    [await insert(back, 'waiting'), back],
    [await insert(once, 'waiting'), once],
    [await insert(null, 'waiting'), null],
  ]);

  await migrate(url(), migrationFolders);
  const { rows } = await client.query<{ id: string; return_of: string | null }>(
    'select id, return_of from clearing.suspense',
  );
  expect(new Map(rows.map(({ id, return_of }) => [id, return_of]))).toEqual(expected);
});
