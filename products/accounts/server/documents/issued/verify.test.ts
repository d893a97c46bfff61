/** Documents issued by the bank, downloaded and verified over HTTP as a stranger would. */
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { isFinal, readDocumentCode } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  addPayee,
  awaitPayment,
  createPayer,
  type Payer,
} from '@calmly/server/test/support/clients/payments.ts';
import { dayNow } from '@calmly/server/test/support/days.ts';
import { pdfText } from '@calmly/server/test/support/files/pdf-text.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIssuer } from './issue.ts';
import { supersede } from './issued-store.ts';

let app: TestApp;
let payer: Payer;
const issued = new Map<string, Uint8Array>();
const begun = dayNow();

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  payer = await createPayer(app, { fundedMinor: 100_000n });
  const payee = await addPayee(app, payer.clientId, { trusted: true });
  const { output } = await payer.payWithCode({
    beneficiaryId: payee.id,
    amount: '40.00',
    reference: 'Invoice 7',
  });
  await awaitPayment(app, payer, output.id, ({ status }) => isFinal(status));
  const zone = 'timeZone=UTC&locale=en';
  const { id } = payer.account;
  for (const path of [
    `/transactions/confirmation/${output.id}?${zone}`,
    `/clientaccounts/${id}/requisites?${zone}`,
    `/statements/file/${id}?from=${begun}&to=${dayNow()}&format=pdf&${zone}`,
    `/statements/balances?day=${dayNow()}&${zone}`,
  ]) {
    const answer = await fetch(`${app.url}/api${path}`, {
      headers: { authorization: `Bearer ${payer.token}` },
    });
    expect([path, answer.status]).toEqual([path, 200]);
    issued.set(path, new Uint8Array(await answer.arrayBuffer()));
  }
});
afterAll(() => app.close());

/** The answer on the wire: status, headers without the time and the call's id, body. */
function ask(path: string): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    request({ hostname, port, path: `/api/verify/${path}` }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const { date: _date, 'x-request-id': _id, ...headers } = answer.headers;
        resolve([answer.statusCode, Object.keys(headers).sort(), Buffer.concat(parts).toString()]);
      });
    })
      .on('error', reject)
      .end();
  });
}
const bodyOf = async (path: string) => (await ask(path))[2];
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const [yes, no] = ['{"IsIssued":true,"IsReplaced":false}', '{"IsIssued":false,"IsReplaced":false}'];

async function codeOn(bytes: Uint8Array): Promise<string> {
  const text = await pdfText(bytes);
  const [code] = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/.exec(text) ?? [];
  return code ?? '';
}

test('every PDF of the bank is known by its code and by its bytes', async () => {
  for (const [path, bytes] of issued) {
    const code = await codeOn(bytes);
    expect([path, readDocumentCode(code)?.length]).toEqual([path, 16]);
    expect([path, await bodyOf(`codes/${code}`)]).toEqual([path, yes]);
    expect([path, await bodyOf(`codes/${code.toLowerCase().replaceAll('-', '')}`)]).toEqual([path, yes]);
    expect([path, await bodyOf(`files/${hashOf(bytes)}`)]).toEqual([path, yes]);
    expect([path, await bodyOf(`files/${hashOf(bytes).toUpperCase()}`)]).toEqual([path, yes]);
  }
  expect(issued.size).toBe(4);
});

test('a file with one changed byte, a missing or an additional one is not the bank’s', async () => {
  for (const bytes of issued.values()) {
    for (const place of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const changed = bytes.slice();
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(await bodyOf(`files/${hashOf(changed)}`)).toBe(no);
    }
    expect(await bodyOf(`files/${hashOf(bytes.subarray(0, -1))}`)).toBe(no);
    expect(await bodyOf(`files/${hashOf(Buffer.concat([bytes, Buffer.from('\n')]))}`)).toBe(no);
  }
});

test('what is unknown, malformed or hostile is answered like any other', async () => {
  const [bytes = new Uint8Array()] = issued.values();
  // Control characters are refused everywhere, before any look-up.
  expect((await ask('codes/%00'))[0]).toBe(400);
  const known = await ask(`codes/${await codeOn(bytes)}`);
  for (const text of [
    '0000-0000-0000-0000',
    randomBytes(16).toString('hex').toUpperCase().slice(0, 16),
    'x',
    "'%20or%201%3D1--",
    '%F0%9F%92%B3',
    '..%2F..%2Faccounts',
    hashOf(bytes),
    'A'.repeat(100),
  ])
    for (const door of ['codes', 'files'] as const) {
      if (door === 'files' && text === hashOf(bytes)) continue;
      const answer = await ask(`${door}/${text}`);
      expect([text, ...answer]).toEqual([text, 200, known[1], no]);
    }
});

test('a code is kept as a hash, and a look-up uses its index', async () => {
  const codes = await Promise.all([...issued.values()].map(codeOn));
  const { rows } = await query<{ code_hash: Buffer }>`select code_hash from documents.issued`.execute(
    app.database.sql,
  );
  const hashes = codes.map((code) =>
    createHash('sha256')
      .update(readDocumentCode(code) ?? '')
      .digest('hex'),
  );
  expect(rows.map(({ code_hash }) => code_hash.toString('hex')).sort()).toEqual(hashes.sort());
});

test('a file that fails on the way, or whose reader leaves, was never issued', async () => {
  const issuer = createIssuer({ portalUrl: 'https://bank.example' });
  const count = async () =>
    (
      await query<{ count: number }>`select count(*)::int as count from documents.issued`.execute(
        app.database.sql,
      )
    ).rows[0]?.count;
  const before = await count();
  const order = { clientId: payer.clientId, kind: 'STATEMENT', locale: 'en' } as const;
  async function* pieces(fails: boolean) {
    yield new Uint8Array([1]);
    yield new Uint8Array([2]);
    if (fails) throw new Error('the books do not add up');
    yield new Uint8Array([3]);
  }
  const work = { sql: app.database.sql, now: new Date() };
  const sent: number[] = [];
  await expect(
    (async () => {
      for await (const piece of issuer.stream(work, order, () => pieces(true))) sent.push(...piece);
    })(),
  ).rejects.toThrow('do not add up');
  expect(sent).toEqual([1]);
  for await (const piece of issuer.stream(work, order, () => pieces(false))) if (piece.length > 0) break;
  expect(await count()).toBe(before);
  for await (const piece of issuer.stream(work, order, () => pieces(false))) sent.push(...piece);
  expect(await count()).toBe((before ?? 0) + 1);
});

test('a document is replaced by a later version, and stays so when an earlier one is reported late', async () => {
  const issuer = createIssuer({ portalUrl: 'https://bank.example' });
  const work = { sql: app.database.sql, now: new Date() };
  const id = newId();
  const issue = async (version: number) => {
    let code = '';
    const order = {
      clientId: payer.clientId,
      kind: 'STATEMENT',
      locale: 'en',
      subject: { id, version },
    } as const;
    await issuer.file(work, order, async (mark) => {
      ({ code } = mark);
      return randomBytes(16);
    });
    return code;
  };
  const codes = [await issue(1), await issue(2)];
  const replaced = '{"IsIssued":true,"IsReplaced":true}';
  for (const version of [2, 1]) {
    await supersede(work.sql, [{ id, version }], work.now);
    expect(await Promise.all(codes.map((code) => bodyOf(`codes/${code}`)))).toEqual([replaced, yes]);
  }
});

test('one address asks only so often', async () => {
  const strict = await startTestApp({
    config: { rateLimits: { anonymousPerMinute: 5, clientPerMinute: 0, signUpMessages: 0 } },
  });
  try {
    const statuses = [];
    for (let call = 0; call < 8; call += 1)
      statuses.push((await fetch(`${strict.url}/api/verify/codes/0000-0000-0000-000${call}`)).status);
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
    expect(statuses.at(-1)).toBe(429);
  } finally {
    await strict.close();
  }
});
