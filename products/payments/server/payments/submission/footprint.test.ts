/** How much of our code one payment runs: a reader has to follow all of it. V8 counts the calls. */
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addPayee, codeIn, createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../../../..', import.meta.url));

let app: TestApp;
beforeAll(async () => {
  // Without jobs: what they do later is not a part of the request.
  app = await startTestApp();
});
afterAll(() => app.close());

async function post(payer: Payer, beneficiaryId: string, options: { key: string; code?: string }) {
  const response = await fetch(`${app.url}/api/transactions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${payer.token}`,
      'idempotency-key': options.key,
      ...(options.code !== undefined && { 'x-tfa-code': options.code }),
    },
    body: JSON.stringify({
      AccountFrom: payer.account.number,
      Amount: '10.00',
      Details: 'Invoice 7',
      BeneficiaryId: beneficiaryId,
    }),
  });
  return { status: response.status, body: await response.json() };
}

test('x', async () => {
  const payer = await createPayer(app);
  const payee = await addPayee(app, payer.clientId);
  const warm = newId();
  const a = await post(payer, payee.id, { key: warm });
  console.log(a);
  console.log((await post(payer, payee.id, { key: warm, code: codeIn(a.body) })).status);
  const key = newId();
  const b = await post(payer, payee.id, { key });
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Debugger.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const done = await post(payer, payee.id, { key, code: codeIn(b.body) });
  const { result } = await session.post('Profiler.takePreciseCoverage');
  console.log(done.status);
  const files = new Map<string, string[]>();
  for (const s of result) {
    if (!s.url.includes('/work/h1') || s.url.includes('node_modules')) continue;
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId: s.scriptId });
    const fs = s.functions.filter((f) => (f.ranges[0]?.count ?? 0) > 0).map((f) => f.functionName || JSON.stringify(scriptSource.slice(f.ranges[0].startOffset, f.ranges[0].endOffset).slice(0, 60))).filter((x) => !x.includes('try { return '));
    if (fs.length) files.set(s.url.replace(/.*work.h1./, ''), fs);
  }
  console.log([...files].map(([f, n]) => `${f}: ${n.join(' ')}`).sort().join('\n'));
  console.log(files.size, [...files.values()].flat().length);
});
