/**
 * How much of our code one payment runs, as V8 counts it: whoever wants to understand a payment reads all of it. A rise above the limit is
 * answered by merging what is thin, not by another limit.
 */
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addPayee, codeIn, createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const mostFiles = 75;

const repository = fileURLToPath(new URL('../../../../..', import.meta.url));
/** Tests themselves, and what only a test's database has. */
const notOfABank = /\.test\.ts$|^apps\/server\/test\/|^platform\/postgres\/nested-use\.ts$/;
/** What the test's loader adds for each export, to be called by importers. */
const isGetter = (source: string) => /^\(\) => \{\s*try \{\s*return [\w.]+;?\s*\} catch/.test(source);

let app: TestApp;
beforeAll(async () => {
  // No jobs: what they do afterwards is not the request.
  app = await startTestApp();
});
afterAll(() => app.close());

/** Bytes only: the client that other tests use would be counted. */
async function post(payer: Payer, beneficiaryId: string, headers: Readonly<Record<string, string>>) {
  const response = await fetch(`${app.url}/api/transactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${payer.token}`, ...headers },
    body: JSON.stringify({
      AccountFrom: payer.account.number,
      BeneficiaryId: beneficiaryId,
      Amount: '10.00',
      Details: 'Invoice 7',
    }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

/** Asks for the code of a payment; answers how to send it. */
async function prepare(payer: Payer, beneficiaryId: string) {
  const key = { 'idempotency-key': newId() };
  const asked = await post(payer, beneficiaryId, key);
  expect(asked.status).toBe(203);
  const headers = { ...key, 'x-tfa-code': codeIn(asked.body) };
  return () => post(payer, beneficiaryId, headers);
}

/** The functions of our own files that V8 saw called: the file, and where in it. */
async function calledFunctions(session: Session): Promise<Set<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const called = new Set<string>();
  for (const { url, scriptId, functions } of result) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : url;
    const file = path.slice(repository.length);
    if (!path.startsWith(repository) || file.includes('node_modules/') || notOfABank.test(file)) continue;
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
    for (const { ranges } of functions) {
      const [whole] = ranges;
      if (whole && whole.count > 0 && !isGetter(scriptSource.slice(whole.startOffset, whole.endOffset)))
        called.add(`${file} ${whole.startOffset}`);
    }
  }
  return called;
}

test(`an ordinary payment runs at most ${mostFiles} of our files`, async () => {
  const payer = await createPayer(app);
  const payee = await addPayee(app, payer.clientId);
  const warmUp = await prepare(payer, payee.id);
  expect((await warmUp()).status).toBe(201);

  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Debugger.enable');
  // What several payments have in common: a timer that runs by chance belongs to none.
  let common: Set<string> | undefined;
  for (let payment = 0; payment < 3; payment += 1) {
    const send = await prepare(payer, payee.id);
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    const sent = await send();
    const called = await calledFunctions(session);
    await session.post('Profiler.stopPreciseCoverage');
    expect(sent).toMatchObject({ status: 201, body: { TransactionStatus: 'PENDING_FINANCE_INSTITUTION' } });
    common = common ? new Set([...common].filter((each) => called.has(each))) : called;
  }
  session.disconnect();

  const functions = [...(common ?? [])].map((called) => called.split(' ')[0]);
  const files = [...Map.groupBy(functions, (file) => file)].map(
    ([file, { length }]) => `${file} (${length})`,
  );
  const found = `one payment runs ${functions.length} functions in ${files.length} files`;
  process.stdout.write(`${found}\n`);
  expect(files.length, `${found}:\n${files.sort().join('\n')}`).toBeLessThanOrEqual(mostFiles);
});
