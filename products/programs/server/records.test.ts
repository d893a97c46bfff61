/** Records of who allowed and ended a connection and why, and that the loss of a right applies from the next call. */
import { endConnection, freezeAccess, listConnections } from '@calmly/contract';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import {
  actFor,
  newActiveCompany,
  newCompany,
  newMember,
} from '@calmly/server/test/support/clients/companies.ts';
import {
  type ConnectedBank,
  startConnectedBank,
  twoAccountsOf,
} from '@calmly/server/test/support/clients/connected/connected-bank.ts';
import {
  allow,
  connect,
  follow,
  question,
  redirectUri,
  uidOf,
} from '@calmly/server/test/support/clients/connected/third-party.ts';
import { openPage } from '@calmly/server/test/support/clients/live.ts';
import { ops } from '@calmly/server/test/support/processes/ops.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let bank: ConnectedBank;
beforeAll(async () => {
  bank = await startConnectedBank();
});
afterAll(() => bank.app.close());

const records = async (action: string, by: ReturnType<typeof query>) =>
  (
    await query<{ clientId: string; personId: string; details: Record<string, unknown> }>`
      select client_id as "clientId", person_id as "personId", details from platform.audit
      where action = ${action} and ${by} order by id`.execute(bank.app.database.sql)
  ).rows;

/** The id of the request with which a person's browser was sent to the bank. */
const requestOf = async (person: SignedIn) =>
  uidOf(await follow(person.browser, (await question(bank.penny)).address));

/** A company of Boris, one of its accounts, and Clara, its other administrator; both act for it. */
async function companyOfTwo() {
  const boris = await newClient(bank.app, { firstName: 'Boris' });
  const { id } = await newActiveCompany(bank.app, boris);
  const clara = await newMember(bank.app, id, { is_boss: true });
  await actFor(bank.app, clara, id);
  const [account] = await twoAccountsOf(bank.app, { clientId: id });
  const connection = await connect(bank.app, bank.penny, boris.browser, { accountIds: [account.id] });
  return { id, boris, clara, connection };
}

test('a connection shows on the client’s open pages when it begins and when it ends', async () => {
  const boris = await newClient(bank.app, { firstName: 'Boris' });
  const [account] = await twoAccountsOf(bank.app, boris);
  const page = await openPage(bank.app, boris);
  const connecting = () => connect(bank.app, bank.penny, boris.browser, { accountIds: [account.id] });
  expect(await page.heardDuring(connecting)).toContain('connections');
  const [connection] = (await bank.app.call(listConnections, { query: {} }, boris)).output.Items;
  const ending = () => bank.app.call(endConnection, { params: { id: connection?.id ?? '' } }, boris);
  expect(await page.heardDuring(ending)).toContain('connections');
  page.close();
});

describe('a connection', () => {
  test('that is allowed from the own profile is in the record of the company that it reaches', async () => {
    const boris = await newClient(bank.app, { firstName: 'Boris' });
    const company = await newActiveCompany(bank.app, boris);
    const [account] = await twoAccountsOf(bank.app, { clientId: company.id });
    await actFor(bank.app, boris, boris.clientId);
    expect((await allow(boris.browser, await requestOf(boris), [account.id], company.id)).status).toBe(200);
    expect(await records('connection.allowed', query`person_id = ${boris.personId}`)).toMatchObject([
      { clientId: company.id, details: { application: 'Penny', scopes: 'accounts:read', accounts: 1 } },
    ]);
  });

  test('that is refused is in the record of the person', async () => {
    const boris = await newClient(bank.app);
    await boris.browser.send('DELETE', `/connectionrequests/${await requestOf(boris)}`);
    expect(await records('connection.refused', query`person_id = ${boris.personId}`)).toMatchObject([
      { clientId: boris.clientId, details: { application: 'Penny' } },
    ]);
  });

  test('that a colleague ends is ended by the colleague, and nothing that was issued for it is kept', async () => {
    const { id: clientId, clara } = await companyOfTwo();
    const [connection] = (await bank.app.call(listConnections, {}, clara)).output.Items;
    expect(connection).toMatchObject({ allowedBy: 'Boris Tamm' });
    const params = { id: connection?.id ?? '' };
    expect((await bank.app.call(endConnection, { params }, clara)).status).toBe(204);
    expect(await records('connection.ended', query`client_id = ${clientId}`)).toMatchObject([
      { personId: clara.personId, details: { reason: 'REVOKED' } },
    ]);
    const { rows } = await query`
      select from connections.artifact where connection_id = ${params.id}`.execute(bank.app.database.sql);
    expect(rows).toEqual([]);
  });

  test('that ends with the access of its person says how that was lost', async () => {
    const eva = await newClient(bank.app);
    const [account] = await twoAccountsOf(bank.app, eva);
    await connect(bank.app, bank.penny, eva.browser, { accountIds: [account.id] });
    await bank.app.call(freezeAccess, {}, { token: eva.token });
    const [ended] = await until(
      () => records('connection.ended', query`person_id = ${eva.personId}`),
      ({ length }) => length > 0,
    );
    expect(ended?.details).toMatchObject({ reason: 'ACCESS_LOST', because: 'frozen' });
  });

  test('reaches nothing from the moment its person is no longer an administrator', async () => {
    const { id, boris, connection } = await companyOfTwo();
    expect((await bank.read(connection.access_token)).status).toBe(200);
    await query`
      update identity.membership set is_boss = false where client_id = ${id} and person_id = ${boris.personId}
    `.execute(bank.app.database.sql);
    expect((await bank.read(connection.access_token)).status).toBe(401);
  });

  test('notes its last use a minute apart', async () => {
    const eva = await newClient(bank.app);
    const [account] = await twoAccountsOf(bank.app, eva);
    const tokens = await connect(bank.app, bank.penny, eva.browser, { accountIds: [account.id] });
    const usedAfter = async (secondsBefore: number) => {
      await query`
        update connections.connection set last_used_at = now() - ${secondsBefore} * interval '1 second'
        where person_id = ${eva.personId}`.execute(bank.app.database.sql);
      const lastUsed = async () =>
        (await bank.app.call(listConnections, {}, eva)).output.Items[0]?.lastUsedAt;
      const before = await lastUsed();
      await bank.read(tokens.access_token);
      return (await lastUsed()) !== before;
    };
    expect([await usedAfter(3_600), await usedAfter(-50)]).toEqual([true, false]);
  });
});

describe('a request', () => {
  test('offers the accounts that are open', async () => {
    const eva = await newClient(bank.app);
    const [main, savings] = await twoAccountsOf(bank.app, eva);
    await query`update accounts.account set status = 'CLOSED', closed_at = now() where id = ${savings.id}`.execute(
      bank.app.database.sql,
    );
    const path = `/connectionrequests/${await requestOf(eva)}/accounts?profile=${eva.clientId}`;
    const { body } = await eva.browser.send('GET', path);
    expect((body as { Items: object[] }).Items).toMatchObject([{ Id: main.id }]);
  });

  test('that is answered is shown no more', async () => {
    const eva = await newClient(bank.app);
    const [main] = await twoAccountsOf(bank.app, eva);
    const uid = await requestOf(eva);
    expect((await eva.browser.send('GET', `/connectionrequests/${uid}`)).status).toBe(200);
    await allow(eva.browser, uid, [main.id]);
    for (const path of [uid, `${uid}/accounts?profile=${eva.clientId}`])
      expect((await eva.browser.send('GET', `/connectionrequests/${path}`)).status).toBe(404);
  });

  test('cannot be answered for a company whose terms are not accepted', async () => {
    const boris = await newClient(bank.app);
    const company = await newCompany(bank.app, boris);
    await query`update identity.client set state = 'ACTIVE' where id = ${company.id}`.execute(
      bank.app.database.sql,
    );
    const [account] = await twoAccountsOf(bank.app, { clientId: company.id });
    const uid = await requestOf(boris);
    const body = (await boris.browser.send('GET', `/connectionrequests/${uid}`)).body as {
      Profiles: object[];
    };
    expect(body.Profiles).toMatchObject([{ Id: boris.clientId }]);
    const refused = await allow(boris.browser, uid, [account.id], company.id);
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'terms_not_accepted' }]);
  });
});

test('an application is registered and closed by staff, once, and both are recorded', async () => {
  const register = (...uris: string[]) =>
    ops(
      bank.app,
      ...['register', '--name', 'Ledgerly', '--operator', 'Ledgerly AS', '--as', 'Liis'],
      ...uris.flatMap((uri) => ['--redirect', uri]),
    );
  const uris = Array.from({ length: 11 }, (_, at) => `${redirectUri}/${at}`);
  expect(await register(...uris)).toMatchObject({ code: 1, error: expect.stringContaining('one to ten') });
  const { out } = await register(...uris.slice(1));
  const id = /Client id: (\S+)/.exec(out)?.[1] ?? '';
  const close = () => ops(bank.app, 'close', id, '--as', 'Liis');
  expect([(await close()).code, (await close()).code]).toEqual([0, 1]);
  const about = query`details ->> 'application_id' = ${id}`;
  expect(await records('application.registered', about)).toMatchObject([{ details: { name: 'Ledgerly' } }]);
  expect(await records('application.closed', about)).toHaveLength(1);
});
