import { allRights, type Rights, rightNames } from '@calmly/contract';
import type { Work } from '@calmly/platform/work.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { newCompany } from '@calmly/server/test/support/clients/company.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addMember,
  changeMember,
  findAdministrators,
  isMember,
  listMembers,
  removeMember,
} from './members.ts';

let app: TestApp;
let boss: SignedIn;
let clerk: SignedIn;
let companyId: string;

const noRights = Object.fromEntries(rightNames.map((name) => [name, false])) as Rights;
const inTransaction = <T>(action: (work: Work) => Promise<T>) =>
  app.database.inTransaction((sql) => action(systemWork(sql)));
const clerkHere = () => ({ clientId: companyId, personId: clerk.personId });

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  boss = await newClient(app, { firstName: 'Boris', lastName: 'Sokolov' });
  clerk = await newClient(app, { firstName: 'Clara', lastName: 'Weber' });
  companyId = await newCompany(app, boss);
});

test('a member has exactly the granted rights, and is listed with them', async () => {
  const rights = { ...noRights, can_request_trans: true };
  await inTransaction((work) => addMember(work, { ...clerkHere(), rights, validUntil: null }));
  const { Items } = await listMembers(app.database.sql, companyId, { limit: 10 });
  expect(Items).toMatchObject([
    { id: boss.personId, name: 'Boris Sokolov', rights: allRights, status: 'ACTIVE' },
    { id: clerk.personId, name: 'Clara Weber', rights, validUntil: null, lastSeenAt: null },
  ]);
  expect(await findAdministrators(app.database.sql, companyId)).toEqual([
    { personId: boss.personId, name: 'Boris Sokolov' },
  ]);
});

test('the list comes in pages', async () => {
  await inTransaction((work) => addMember(work, { ...clerkHere(), rights: noRights, validUntil: null }));
  const first = await listMembers(app.database.sql, companyId, { limit: 1 });
  const second = await listMembers(app.database.sql, companyId, {
    limit: 1,
    cursor: first.NextCursor ?? undefined,
  });
  expect([...first.Items, ...second.Items].map(({ id }) => id)).toEqual([boss.personId, clerk.personId]);
  expect(second.NextCursor).toBeNull();
});

test('no one can be a member twice, and a non-member cannot be changed or removed', async () => {
  const member = { ...clerkHere(), rights: noRights, validUntil: null };
  await inTransaction((work) => addMember(work, member));
  await expect(inTransaction((work) => addMember(work, member))).rejects.toMatchObject({
    code: 'already_member',
  });
  await inTransaction((work) => removeMember(work, clerkHere()));
  await expect(inTransaction((work) => removeMember(work, clerkHere()))).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(
    inTransaction((work) => changeMember(work, { ...clerkHere(), status: 'SUSPENDED' })),
  ).rejects.toMatchObject({ code: 'not_found' });
});

test('a membership counts while it is active and within its dates, by the clock of the database', async () => {
  const later = new Date(Date.now() + 3_600_000);
  await inTransaction((work) => addMember(work, { ...clerkHere(), rights: noRights, validUntil: later }));
  expect(await isMember(app.database.sql, clerkHere())).toBe(true);
  await inTransaction((work) => changeMember(work, { ...clerkHere(), status: 'SUSPENDED' }));
  expect(await isMember(app.database.sql, clerkHere())).toBe(false);
  await inTransaction((work) => changeMember(work, { ...clerkHere(), status: 'ACTIVE' }));
  expect(await isMember(app.database.sql, clerkHere())).toBe(true);
  await query`update identity.membership set valid_until = now() where person_id = ${clerk.personId}
    and client_id = ${companyId}`.execute(app.database.sql);
  expect(await isMember(app.database.sql, clerkHere())).toBe(false);
});

test('a company keeps an active administrator without an end date', async () => {
  const bossHere = { clientId: companyId, personId: boss.personId };
  const later = new Date(Date.now() + 3_600_000);
  const attempts: ((work: Work) => Promise<unknown>)[] = [
    (work) => removeMember(work, bossHere),
    (work) => changeMember(work, { ...bossHere, status: 'SUSPENDED' }),
    (work) => changeMember(work, { ...bossHere, validUntil: later }),
    (work) => changeMember(work, { ...bossHere, rights: noRights }),
  ];
  for (const attempt of attempts)
    await expect(inTransaction(attempt)).rejects.toMatchObject({ code: 'last_boss' });
  await inTransaction((work) => addMember(work, { ...clerkHere(), rights: allRights, validUntil: null }));
  await inTransaction((work) => removeMember(work, bossHere));
  expect(await findAdministrators(app.database.sql, companyId)).toMatchObject([{ personId: clerk.personId }]);
});

// Without `lockMembers`, each reads the other as the remaining administrator, and both leave: tried.
test('two administrators who leave concurrently do not leave the company without one', async () => {
  await inTransaction((work) => addMember(work, { ...clerkHere(), rights: allRights, validUntil: null }));
  const outcomes = await Promise.allSettled(
    [boss, clerk].map(({ personId }) =>
      inTransaction((work) => removeMember(work, { clientId: companyId, personId })),
    ),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await findAdministrators(app.database.sql, companyId)).toHaveLength(1);
});

test('the record says who did it, to whom, and the resulting rights', async () => {
  const rights = { ...noRights, can_create_benef: true };
  await inTransaction((work) => addMember(work, { ...clerkHere(), rights, validUntil: null }));
  await inTransaction((work) => changeMember(work, { ...clerkHere(), rights: noRights }));
  await inTransaction((work) => removeMember(work, clerkHere()));
  const { rows } = await query<{ action: string; details: Record<string, string> }>`
    select action, details from platform.audit where client_id = ${companyId} and action like 'member.%' order by id
  `.execute(app.database.sql);
  expect(rows).toMatchObject([
    { action: 'member.added', details: { member: clerk.personId, rights: 'can_create_benef' } },
    { action: 'member.changed', details: { member: clerk.personId, rights: '' } },
    { action: 'member.removed', details: { member: clerk.personId } },
  ]);
});
