/** Tokens: refreshed, stolen, revoked, and everything that must invalidate them at once. */
import { endConnection } from '@calmly/contract';
import {
  type ConnectedBank,
  errorOf,
  startConnectedBank,
} from '@calmly/server/test/support/clients/connected/connected-bank.ts';
import { registerThirdParty } from '@calmly/server/test/support/clients/connected/third-party.ts';
import { sql as query } from 'kysely';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let bank: ConnectedBank;
beforeAll(async () => {
  bank = await startConnectedBank();
});
afterAll(() => bank.app.close());

describe('tokens', () => {
  const refresh = (token: string | undefined, party = bank.penny) =>
    oauth.refreshTokenGrant(party.config, token ?? '');

  test('are refreshed, and using a refresh token twice ends the connection', async () => {
    const first = await bank.connectPenny();
    const second = await refresh(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await bank.read(second.access_token)).status).toBe(200);
    expect(await errorOf(refresh(first.refresh_token))).toBe('invalid_grant');
    expect((await bank.read(second.access_token)).status).toBe(401);
    expect(await errorOf(refresh(second.refresh_token))).toBe('invalid_grant');
  });

  test('of one application do not work for another, and stay valid', async () => {
    const tokens = await bank.connectPenny();
    const other = await registerThirdParty(bank.app, { name: 'Other' });
    expect(await errorOf(refresh(tokens.refresh_token, other))).toBe('invalid_grant');
    await oauth.tokenRevocation(other.config, tokens.access_token).catch(() => undefined);
    expect((await bank.read(tokens.access_token)).status).toBe(200);
  });

  test('need the application’s secret', async () => {
    const tokens = await bank.connectPenny();
    const impostor = { ...bank.penny, config: configWith('cal_cs_wrong') };
    expect(await errorOf(refresh(tokens.refresh_token, impostor))).toBe('challenge');
  });

  test('end at once when the client disconnects, and the list no longer shows it', async () => {
    const tokens = await bank.connectPenny();
    const id = (await bank.connections())[0]?.id ?? '';
    expect((await bank.app.call(endConnection, { params: { id } }, { token: bank.anna.token })).status).toBe(
      204,
    );
    expect((await bank.read(tokens.access_token)).status).toBe(401);
    expect(await errorOf(refresh(tokens.refresh_token))).toBe('invalid_grant');
    expect((await bank.connections()).map((one) => one.id)).not.toContain(id);
    expect((await bank.app.call(endConnection, { params: { id } }, { token: bank.anna.token })).status).toBe(
      404,
    );
  });

  test('end when the application revokes its refresh token', async () => {
    const tokens = await bank.connectPenny();
    await oauth.tokenRevocation(bank.penny.config, tokens.refresh_token ?? '');
    expect((await bank.read(tokens.access_token)).status).toBe(401);
    const { rows } = await query<{ end_reason: string }>`
      select end_reason from connections.connection order by id desc limit 1`.execute(bank.app.database.sql);
    expect(rows).toEqual([{ end_reason: 'APPLICATION' }]);
  });

  test.each([
    ['the connection has expired', `update connections.connection set expires_at = now()`],
    [
      'the token has expired',
      `update connections.artifact set expires_at = now() where kind = 'AccessToken'`,
    ],
    ['the application was closed', `update connections.application set closed_at = now()`],
    ['the client has frozen the access', `update identity.person set frozen_at = now()`],
  ])('do not work when %s', async (_, change) => {
    const tokens = await bank.connectPenny();
    expect((await bank.read(tokens.access_token)).status).toBe(200);
    await query.raw(change).execute(bank.app.database.sql);
    expect((await bank.read(tokens.access_token)).status).toBe(401);
    await query`update connections.application set closed_at = null`.execute(bank.app.database.sql);
    await query`update identity.person set frozen_at = null`.execute(bank.app.database.sql);
  });

  test('and codes are never in the database in clear', async () => {
    const tokens = await bank.connectPenny();
    const { rows } = await query<{ text: string }>`
      select coalesce(string_agg(t::text, ' '), '') as text from connections.artifact t`.execute(
      bank.app.database.sql,
    );
    for (const secret of [tokens.access_token, tokens.refresh_token ?? 'none', 'cal_cc_'])
      expect(rows[0]?.text).not.toContain(secret);
    expect(rows[0]?.text).toContain('accounts:read');
  });
});

/** Penny's configuration with another secret. */
function configWith(secret: string): oauth.Configuration {
  const config = new oauth.Configuration(
    bank.penny.config.serverMetadata(),
    bank.penny.id,
    {},
    oauth.ClientSecretBasic(secret),
  );
  oauth.allowInsecureRequests(config);
  return config;
}
