/** The confirmation of a payment that came back: the day it was executed, the day it was returned, and what earlier copies are worth. */
import { longDate, readDocumentCode } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import type { RailReport } from '@calmly/providers/rail/rail.ts';
import { startTestApp, type TestApp, testClearing } from '@calmly/server/test/support/app.ts';
import {
  addPayee,
  awaitPayment,
  createPayer,
  type Payer,
} from '@calmly/server/test/support/clients/payments.ts';
import { pdfText } from '@calmly/server/test/support/files/pdf-text.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClearingModule } from './index.ts';

const hourMs = 3_600_000;
const executedAt = new Date('2026-11-03T10:00:00Z');
const returnedAt = new Date('2026-11-12T10:00:00Z');
let app: TestApp;
let clearing: ClearingModule;
let payer: Payer;
let payeeId: string;

beforeAll(async () => {
  // Nothing is reported but by these tests.
  const sandbox = { enabled: true, railDelayMs: hourMs, paymentsPerHour: 60, seed: 'tests' };
  app = await startTestApp({ jobs: true, config: { sandbox } });
  clearing = testClearing(app.database, { sandbox });
  payer = await createPayer(app);
  payeeId = (await addPayee(app, payer.clientId, { trusted: true })).id;
});
afterAll(() => app.close());

const report = (...reports: RailReport[]) =>
  app.database.inTransaction((sql) => clearing.sinks.report(systemWork(sql), reports));

async function executed(): Promise<string> {
  const { output } = await payer.pay({ beneficiaryId: payeeId, amount: '20.00' });
  await awaitPayment(app, payer, output.id, ({ status }) => status === 'PENDING_FINANCE_INSTITUTION');
  await report({ paymentId: output.id, outcome: 'settled', at: executedAt });
  return output.id;
}
const bringBack = (paymentId: string) =>
  report({
    paymentId,
    at: returnedAt,
    outcome: 'returned',
    reason: 'account_closed',
    railReference: newId(),
    amountMinor: 2_000n,
  });

async function confirmation(id: string, locale: 'en' | 'ru' = 'en') {
  const answer = await fetch(`${app.url}/api/transactions/confirmation/${id}?timeZone=UTC&locale=${locale}`, {
    headers: { authorization: `Bearer ${payer.token}` },
  });
  expect(answer.status).toBe(200);
  const text = (await pdfText(new Uint8Array(await answer.arrayBuffer()))).replaceAll(/\s+/g, ' ');
  return { text, code: /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/.exec(text)?.[0] ?? '' };
}
async function isReplaced(code: string): Promise<unknown> {
  expect(readDocumentCode(code)?.length).toBe(16);
  const answer = await fetch(`${app.url}/api/verify/codes/${code}`);
  return ((await answer.json()) as { IsReplaced: boolean }).IsReplaced;
}

test.each([
  ['en', 'Executed on', 'Returned on', 'Returned 12'],
  ['ru', 'Исполнен', 'Возвращён', 'Возвращён 12'],
] as const)('in %s it names the day of execution and the day of return', async (locale, on, back, step) => {
  const id = await executed();
  const day = (at: Date) => longDate(at.toISOString(), locale, 'UTC');
  const before = await confirmation(id, locale);
  expect(before.text).toContain(`${on} ${day(executedAt)}`);
  expect(before.text).not.toContain(back);
  await bringBack(id);
  const after = await confirmation(id, locale);
  expect(after.text).toContain(`${on} ${day(executedAt)}`);
  expect(after.text).not.toContain(`${on} ${day(returnedAt)}`);
  expect(after.text).toContain(`${back} ${day(returnedAt)}`);
  expect(after.text).toContain(step);
});

test('codes issued before the return are replaced; those of other payments and later ones are not', async () => {
  const [id, other] = [await executed(), await executed()];
  const before = [await confirmation(id), await confirmation(id, 'ru')];
  const beside = await confirmation(other);
  for (const { code } of [...before, beside]) expect(await isReplaced(code)).toBe(false);
  await bringBack(id);
  const after = await confirmation(id);
  for (const { code } of before) expect(await isReplaced(code)).toBe(true);
  for (const { code } of [beside, after]) expect(await isReplaced(code)).toBe(false);
});
