/** Applications at the desk: registered, listed and closed with the staff command. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ConnectedBank,
  startConnectedBank,
} from '../../test/support/clients/connected/connected-bank.ts';
import { ops } from '../../test/support/processes/ops.ts';

let bank: ConnectedBank;
beforeAll(async () => {
  bank = await startConnectedBank();
});
afterAll(() => bank.app.close());

const fields = ['--as', 'Maija', '--name', 'Ledgerly', '--operator', 'Ledgerly OÜ'];

test('an application is registered, shown its secret once, listed, and closed with its connections', async () => {
  const registered = await ops(
    bank.app,
    'register',
    ...fields,
    '--redirect',
    'https://ledgerly.example/back',
  );
  expect(registered).toMatchObject({ code: 0, error: '' });
  expect(registered.out).toMatch(/^Client id: [0-9a-f-]{36}\nSecret: cal_cs_[\w-]{43}\n/);
  const list = await ops(bank.app, 'applications');
  expect(list.out).toContain('Ledgerly, run by Ledgerly OÜ\n  https://ledgerly.example/back');
  expect(list.out).not.toContain('cal_cs_');

  const { access_token: token } = await bank.connectPenny();
  expect((await bank.read(token)).status).toBe(200);
  expect(await ops(bank.app, 'close', bank.penny.id, '--as', 'Maija')).toMatchObject({ code: 0 });
  expect((await bank.read(token)).status).toBe(401);
  expect(await ops(bank.app, 'close', bank.penny.id, '--as', 'Maija')).toMatchObject({ code: 1 });
});

test.each([
  ['http elsewhere', ['--redirect', 'http://ledgerly.example/back'], 1],
  ['an address with #', ['--redirect', 'https://ledgerly.example/back#top'], 1],
  ['no address', [], 2],
])('%s cannot be registered', async (_, redirect, code) => {
  expect(await ops(bank.app, 'register', ...fields, ...redirect)).toMatchObject({ code, out: '' });
});

test('help explains every command with one example', async () => {
  const all = await ops(bank.app, 'help');
  expect(all).toMatchObject({ code: 0, error: '' });
  expect((await ops(bank.app, '--help')).out).toBe(all.out);
  const commands =
    'list show documents approve reject hold applications register close watchlist unlist forget-sealed reseal restate-statement block unblock jobs retry';
  for (const command of commands.split(' ')) {
    expect(all.out).toMatch(
      new RegExp(`^  ${command}\\b.*\\n      .+\\n      Example: npm run ops ${command}`, 'm'),
    );
  }
  const one = await ops(bank.app, 'help', 'approve');
  expect(all.out).toContain(one.out.trimEnd());
  expect((await ops(bank.app, 'approve', '--help')).out).toBe(one.out);
  expect(await ops(bank.app, 'help', 'bless')).toMatchObject({ code: 2, out: '' });
});
