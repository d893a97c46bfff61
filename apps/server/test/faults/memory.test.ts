/**
 * The minimum memory that docs/operations.md promises: 1 GB for server and database together, 512 MB for the server alone. Measured while the largest
 * payout
 * file is read and the statement of an account with 200,000 entries is written in each format. The JavaScript heap has the limit that Node sets on a
 * machine with 512 MB; otherwise it would grow on a larger machine simply because it can.
 * Control: a grandchild process that uses as much memory as the server may.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { statementFormats } from '@calmly/contract';
import { composeIban } from '@calmly/domain';
import { afterAll, expect, test } from 'vitest';
import { record } from '../support/campaign.ts';
import { templateHeadings } from '../support/clients/payouts.ts';
import { signIn } from '../support/processes/browser.ts';
import { watchTree } from '../support/processes/memory-of-tree.ts';
import {
  type ServerProcess,
  sandbox,
  startServerProcess,
  temporaryDirectory,
} from '../support/processes/process.ts';

const limits = { all: 1_024, server: 512 };
const rows = 100_000;
const entries = 200_000;

const directory = await temporaryDirectory();
let server: ServerProcess | undefined;
afterAll(async () => {
  server?.kill('SIGTERM');
  await server?.ended;
  await directory.remove();
});

test('a payout of 100,000 rows and statements of 200,000 entries fit into the least memory', async () => {
  // Setting up the sandbox takes memory that is not needed later, so the server is restarted.
  const first = start();
  const account = await setUp(await first.ready);
  first.kill('SIGTERM');
  await first.ended;
  const { pid, ready } = start();
  const url = await ready;
  const call = callerOf(url, await tokenOf(url));
  const readPayout = async () => {
    const { Id, Version } = (await (await call('POST', '/masspayout', '{}')).json()) as {
      Id: string;
      Version: number;
    };
    const path = `/masspayout/${Id}`;
    await call(
      'PUT',
      `${path}/file?fileName=salaries.csv&version=${Version}`,
      payoutFile(),
      'application/octet-stream',
    );
    for (;;) {
      const { Status, Summary } = (await (await call('GET', path)).json()) as {
        Status: string;
        Summary: { Rows: number };
      };
      if (Status !== 'READING') return [Status, Summary.Rows];
      await sleep(250);
    }
  };
  const writeStatements = async () => {
    const today = new Date().toISOString().slice(0, 10);
    const from = `${Number(today.slice(0, 4)) - 1}-01-01`;
    for (const format of statementFormats) {
      const query = new URLSearchParams({
        from,
        to: today,
        timeZone: 'UTC',
        format,
        locale: 'en',
      });
      const { body } = await call('GET', `/statements/file/${account}?${query}`);
      let bytes = 0;
      for await (const part of body ?? []) bytes += part.length;
      // The shortest line of an entry is longer than that.
      expect(bytes, format).toBeGreaterThan(entries * 10);
    }
  };

  const peak = watchTree(pid);
  const [payout] = await Promise.all([readPayout(), writeStatements()]);
  expect(payout).toEqual(['DRAFT', rows]);
  const { all, server: alone } = await peak();
  expect(all).toBeGreaterThan(alone);
  expect(all).toBeLessThan(limits.all);
  expect(alone).toBeLessThan(limits.server);
  record({
    id: 'A12',
    what: `a payout of ${rows} rows beside statements of ${entries} entries in each format`,
    figure: `${Math.round(all)} MB with the database, ${Math.round(alone)} MB without`,
    control: 'a child of a child that holds 512 MB',
  });
});

test('memory of a child of a child is seen (the control)', async () => {
  const holder = `const held = Buffer.alloc(${limits.server} * 1048576, 1); console.log(held.length); setInterval(() => held, 1000)`;
  const between = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(holder)}], { stdio: 'inherit' })`;
  const child = spawn(process.execPath, ['-e', between], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  try {
    await once(child.stdout, 'data');
    const peak = watchTree(child.pid ?? 0);
    await sleep(1_000);
    expect((await peak()).server).toBeGreaterThan(limits.server);
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  }
});

function start(): ServerProcess {
  server = startServerProcess({
    DATA_DIR: directory.path,
    ...sandbox,
    SANDBOX_MARKET: 'off',
    SANDBOX_PURCHASES_PER_HOUR: '0',
    NODE_OPTIONS: '--max-old-space-size=256',
  });
  return server;
}

async function tokenOf(url: string): Promise<string> {
  const login = { email: 'anna@demo.calmly.example', password: 'more-payments-less-stress' };
  return (await signIn(url, login)).token;
}

/** Calls as a client, each with an idempotency key of its own. Throws for an answer that is no success. */
const callerOf =
  (url: string, token: string) =>
  async (method: string, path: string, body?: BodyInit, type = 'application/json'): Promise<Response> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': crypto.randomUUID(),
        ...(body !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
    });
    if (!answer.ok)
      throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };

/** An account with that many entries. */
async function setUp(url: string): Promise<string> {
  const answer = await callerOf(url, await tokenOf(url))('GET', '/clientaccounts?currency=EUR');
  const { Items } = (await answer.json()) as { Items: { Id: string }[] };
  const account = Items[0]?.Id ?? '';
  await bookEntries(account);
  return account;
}

async function bookEntries(account: string): Promise<void> {
  const script = fileURLToPath(new URL('../support/processes/book-entries.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [script, account, String(entries)], {
    env: { ...process.env, DATA_DIR: directory.path },
  });
}

/** A CSV with the headings of the template, each row to another payee. */
function payoutFile(): Uint8Array<ArrayBuffer> {
  const lines = Array.from({ length: rows }, (_, row) => {
    const iban = composeIban('DE', `37040044${String(row).padStart(10, '0')}`);
    return `,Payee number ${row},person,${iban},,,,,${1 + (row % 900)}.00,EUR,Refund ${row},Hauptstrasse,${row % 200},10115,Berlin,DE,R-${row}`;
  });
  return Uint8Array.from(Buffer.from([templateHeadings, ...lines].join('\n')));
}
