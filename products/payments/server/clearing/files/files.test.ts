/** The file rail in a bank of its own: orders over HTTP on one side, two directories with the bank's bank on the other. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listDeskPayments, listPayments, type PaymentStatus } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import type { OutsideJobHandler } from '@calmly/platform/jobs/jobs.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { type TestApp, testClearing } from '@calmly/server/test/support/app.ts';
import {
  addPayee,
  awaitPayment,
  createPayer,
  type Payer,
} from '@calmly/server/test/support/clients/payments.ts';
import { notification, statement, statusReport } from '@calmly/server/test/support/files/bank-files.ts';
import { faultsOf } from '@calmly/server/test/support/files/pain001-shape.ts';
import {
  type FileRailBank,
  reference,
  startFileRail,
  stated,
} from '@calmly/server/test/support/processes/file-rail.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inboxJobs, inboxTask } from './inbox.ts';
import { outboxJobs } from './outbox.ts';

let bank: FileRailBank;
let app: TestApp;
let outbox: string;
let inbox: string;

beforeAll(async () => {
  bank = await startFileRail();
  ({ app, outbox, inbox } = bank);
});
afterAll(() => bank.close());

const pay: FileRailBank['pay'] = (...order) => bank.pay(...order);
const sentFor: FileRailBank['sentFor'] = (...which) => bank.sentFor(...which);
const receive: FileRailBank['receive'] = (...file) => bank.receive(...file);
const inSuspense = () => bank.waiting('suspense');

const status = (payer: Payer, id: string, wanted: PaymentStatus) =>
  awaitPayment(app, payer, id, (payment) => payment.status === wanted);

describe('a payment on its way out', () => {
  test('is in one whole pain.001, and executed when a status report says that it settled', async () => {
    const payer = await createPayer(app);
    const id = await pay(payer);
    const sent = await sentFor(id);
    const text = await readFile(join(outbox, `${sent.messageId}.xml`), 'utf8');
    expect(faultsOf(text)).toEqual([]);
    expect(sent.payment).toMatchObject({
      serviceLevel: 'SEPA',
      localInstrument: null,
      chargeBearer: 'SLEV',
      debtorAccount: payer.account.iban,
    });
    expect(await receive(stated(sent, 'ACSP'))).toBe('done');
    expect((await status(payer, id, 'PENDING_FINANCE_INSTITUTION')).version).toBe(5);
    await receive(stated(sent, 'ACSC'));
    await status(payer, id, 'EXECUTED');
    expect((await readdir(outbox)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test.each([
    ['AC04', 'account_closed'],
    ['BE01', 'name_mismatch'],
    // Of the creditor's account; AC13 is the same of the debtor's.
    ['AC14', 'account_unknown'],
    ['AC13', 'bank_refused'],
    ['XT99', 'bank_refused'],
  ])('is rejected by the code %s with the reason %s, its money free', async (code, reason) => {
    const payer = await createPayer(app);
    const id = await pay(payer);
    await receive(stated(await sentFor(id), 'RJCT', code));
    expect((await status(payer, id, 'REJECTED')).timeline.at(-1)?.reason).toBe(reason);
    expect(await payer.balance()).toMatchObject({ reserved: 0n, posted: 100_000n });
  });

  // Fails where each order puts the next batch off.
  test('leaves while orders come without a pause', async () => {
    const payers = await Promise.all(Array.from({ length: 6 }, () => createPayer(app)));
    const fileCount = async () => (await readdir(outbox)).filter((name) => !name.startsWith('.')).length;
    const before = await fileCount();
    let left = false;
    await Promise.all(
      payers.map(async (payer) => {
        const payee = await addPayee(app, payer.clientId, { trusted: true });
        for (let order = 0; order < 50 && !left; order += 1) {
          expect((await payer.pay({ beneficiaryId: payee.id, amount: '1.00' })).status).toBe(201);
          left = (await fileCount()) > before;
        }
      }),
    );
    expect(left).toBe(true);
  });

  test('is rejected with its whole file', async () => {
    const payer = await createPayer(app);
    const id = await pay(payer);
    const { messageId: originalMessageId } = await sentFor(id);
    await receive(statusReport({ id: 'G1', originalMessageId, group: { status: 'RJCT', reason: 'RC01' } }));
    expect((await status(payer, id, 'REJECTED')).timeline.at(-1)?.reason).toBe('bank_unreachable');
  });

  test('goes on as an ordinary one when it cannot be instant, and what is said of the first then counts no more', async () => {
    const payer = await createPayer(app);
    const id = await pay(payer, { instant: true });
    const first = await sentFor(id);
    expect(first.payment.localInstrument).toBe('INST');
    await receive(stated(first, 'RJCT', 'AB08'));
    const second = await sentFor(id, 2);
    expect(second.payment.localInstrument).toBeNull();
    const waiting = await status(payer, id, 'PENDING_FINANCE_INSTITUTION');
    expect([waiting.scheme, waiting.timeline.at(-1)?.reason]).toEqual(['SEPA', 'instant_unavailable']);

    await receive(stated(first, 'RJCT', 'AC04'));
    expect((await status(payer, id, 'PENDING_FINANCE_INSTITUTION')).version).toBe(waiting.version);
    await receive(stated(second, 'ACSC'));
    await status(payer, id, 'EXECUTED');
  });

  test('is executed when the account shows the debit, and comes back with a return', async () => {
    const payer = await createPayer(app);
    const id = await pay(payer);
    const { endToEndId } = await sentFor(id);
    const debit = { reference: reference(), amount: '20.00', direction: 'DBIT', endToEndId } as const;
    await receive(notification('D1', [debit]));
    await status(payer, id, 'EXECUTED');
    const { posted } = await payer.balance();
    const back = { reference: reference(), amount: '19.50', endToEndId, returnReason: 'AC01' };
    await receive(notification('R1', [back]));
    expect(await payer.balance()).toMatchObject({ posted: posted + 1_950n });
    await receive(statement('R2', [debit, back], { opening: '100.00', closing: '99.50' }));
    expect(await payer.balance()).toMatchObject({ posted: posted + 1_950n });
  });
});

describe('money that arrives', () => {
  test('is booked once: by the same file again, by its bytes under another name, by the statement of the day', async () => {
    const payer = await createPayer(app, { fundedMinor: 0n });
    const creditorAccount = payer.account.iban ?? '';
    const known = { reference: reference(), amount: '75.00', creditorAccount, text: 'Invoice 12' };
    const news = { reference: reference(), amount: '5.00', creditorAccount };
    const file = notification('C1', [known, { ...news, reference: reference(), status: 'PDNG' }]);
    await receive(file);
    expect(await payer.balance()).toMatchObject({ posted: 7_500n });
    await receive(file);
    await receive(notification('C2', [known]));
    expect(await payer.balance()).toMatchObject({ posted: 7_500n });
    await receive(statement('S1', [known, news], { opening: '1.00', closing: '81.00' }));
    expect(await payer.balance()).toMatchObject({ posted: 8_000n });
    const { output } = await app.call(listPayments, { query: {} }, { token: payer.token });
    expect(output.Items.map(({ reference }) => reference)).toEqual(['', 'Invoice 12']);
  });

  test('is booked in full where a bank gives all transactions of an entry its one reference, and entries of nothing beside it', async () => {
    const payer = await createPayer(app, { fundedMinor: 0n });
    const creditorAccount = payer.account.iban ?? '';
    const one = reference();
    const parts = ['1.00', '2.00', '4.00'].map((amount) => ({ reference: one, amount, creditorAccount }));
    const nothing = { reference: reference(), amount: '0.00', creditorAccount };
    const file = notification('B1', [{ reference: one, amount: '7.00', parts }, nothing]);
    expect(await receive(file)).toBe('done');
    expect(await receive(notification('B2', [{ reference: one, amount: '7.00', parts }]))).toBe('done');
    expect(await payer.balance()).toMatchObject({ posted: 700n });
  });

  // Controls: with nothing remembered of entries all sums are booked to suspense; by sum and day alone the second batch of 7.00 is none.
  test('is booked once where the statement repeats a batch as one sum, and two batches of one sum are two', async () => {
    const payer = await createPayer(app, { fundedMinor: 0n });
    const creditorAccount = payer.account.iban ?? '';
    const before = (await inSuspense()).length;
    const booked = async () => [(await payer.balance()).posted, (await inSuspense()).length - before];
    const partsOf = (...amounts: string[]) =>
      amounts.map((amount) => ({ reference: reference(), amount, creditorAccount }));
    const [first, second, third] = [reference(), reference(), reference()];
    const told = { reference: first, amount: '7.00', parts: partsOf('1.00', '2.00', '4.00') };
    const nameless = { reference: 'NONREF', number: 'a', amount: '9.00', parts: partsOf('4.00', '5.00') };
    await receive(notification('G1', [told, nameless]));
    const other = { reference: second, amount: '7.00', parts: [] };
    await receive(notification('G2', [other]));
    expect(await booked()).toEqual([1_600n, 1]);
    const day = [{ ...told, parts: [] }, other, { reference: third, amount: '9.00', parts: [] }];
    await receive(statement('G3', day, { opening: '0.00', closing: '23.00' }));
    await receive(statement('G4', day, { opening: '1.00', closing: '24.00' }));
    await receive(notification('G5', [told, { ...other, parts: partsOf('3.00', '4.00') }]));
    expect(await booked()).toEqual([1_600n, 1]);
    // The batch without a reference was told by the statement; another of its sum and day is another.
    await receive(notification('G6', [{ ...nameless, number: 'b', parts: [] }]));
    expect(await booked()).toEqual([1_600n, 2]);
  });

  test('for an account that is not ours waits in suspense', async () => {
    const debtorName = `Lost ${newId()}`;
    const stray = {
      reference: reference(),
      amount: '12.00',
      creditorAccount: 'EE382200221020145685',
      debtorName,
    };
    await receive(notification('L1', [stray]));
    expect((await inSuspense()).filter(({ subject }) => subject.includes(debtorName))).toHaveLength(1);
  });
});

describe('a file that cannot be read', () => {
  const entry = { reference: 'X1', amount: '1.00' };
  const poisoned: ReadonlyArray<readonly [name: string, content: string, error: RegExp]> = [
    ['cut-short', notification('P1', [entry]).slice(0, 400), /./],
    ['document-type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', /document type/],
    ['another-kind', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.060.001.05"/>', /camt\.060/],
    ['wrong-sum', statement('P2', [entry], { opening: '1.00', closing: '3.00' }), /closing balance/],
    [
      'own-account',
      notification('P3', [entry]).replace('DE89370400440532013000', 'DE88370400440532013000'),
      /Acct: DE88370400440532013000 is no IBAN/,
    ],
    [
      'another-version',
      notification('P5', [entry]).replace('054.001.08', '054.001.01'),
      /camt\.054\.001\.01 is not read.*versions 02 to 13/,
    ],
  ];

  test('is set aside with its error, and its neighbours are read', async () => {
    const payer = await createPayer(app, { fundedMinor: 0n });
    const creditorAccount = payer.account.iban ?? '';
    const good = notification('P9', [{ reference: reference(), amount: '3.00', creditorAccount }]);
    const spoilt = poisoned.map(([name, content]) => receive(content, `${name}.xml`));
    expect(await receive(good, 'zz-last.xml')).toBe('done');
    expect(await Promise.all(spoilt)).toEqual(poisoned.map(() => 'failed'));
    for (const [name, , error] of poisoned)
      expect(await readFile(join(inbox, 'failed', `${name}.xml.error.txt`), 'utf8')).toMatch(error);
    expect(await payer.balance()).toMatchObject({ posted: 300n });
  });

  // Control: with every failure of a booking taken for the file's, the file is in failed/ and its money is never booked.
  test('for lack of rates waits, its other entries and the next files are booked, and the return once there are rates', async () => {
    const [payer, other] = await Promise.all([createPayer(app), createPayer(app, { fundedMinor: 0n })]);
    const id = await pay(payer);
    const { endToEndId } = await sentFor(id);
    const debit = { reference: reference(), amount: '20.00', direction: 'DBIT', endToEndId } as const;
    await receive(notification('P1', [debit]));
    await status(payer, id, 'EXECUTED');
    const { posted } = await payer.balance();

    const directory = await mkdtemp(join(tmpdir(), 'calmly-inbox-'));
    const { sinks } = testClearing(app.database);
    let hasRates = false;
    const jobs = inboxJobs({
      ...sinks,
      report: async (work, reports) => {
        if (reports.length > 0 && !hasRates) throw new Problem('price_unavailable');
        await sinks.report(work, reports);
      },
      database: app.database,
      directory,
      pollMs: 50,
      settleMs: 0,
    });
    const look = () => (jobs[inboxTask] as OutsideJobHandler).outside(systemWork(app.database.sql), {});
    const back = { reference: reference(), amount: '20.00', endToEndId, returnReason: 'AC01' };
    const credit = {
      reference: reference(),
      amount: '3.00',
      creditorAccount: other.account.iban ?? '',
    };
    const beside = { ...credit, reference: reference(), amount: '1.00' };
    await writeFile(join(directory, '1-return.xml'), notification('P2', [back, beside]));
    await writeFile(join(directory, '2-credit.xml'), notification('P3', [credit]));
    await look();
    expect((await readdir(directory)).sort()).toEqual(['1-return.xml', 'done']);
    expect(await other.balance()).toMatchObject({ posted: 400n });
    expect(await payer.balance()).toMatchObject({ posted });
    hasRates = true;
    await look();
    expect(await readdir(directory)).toEqual(['done']);
    expect(await payer.balance()).toMatchObject({ posted: posted + 2_000n });
    expect(await other.balance()).toMatchObject({ posted: 400n });
    await rm(directory, { recursive: true });
  });

  // Control: with a timeout taken for an outage, no file after this one is ever read.
  test('that takes too long is booked in parts, and the next files are not kept waiting', async () => {
    const other = await createPayer(app, { fundedMinor: 0n });
    const directory = await mkdtemp(join(tmpdir(), 'calmly-inbox-'));
    const { sinks } = testClearing(app.database);
    const jobs = inboxJobs({
      ...sinks,
      credit: async (work, credits) => {
        if (credits.length > 1) {
          await sql`set local statement_timeout = 1`.execute(work.sql);
          await sql`select pg_sleep(10)`.execute(work.sql);
        }
        return sinks.credit(work, credits);
      },
      database: app.database,
      directory,
      pollMs: 50,
      settleMs: 0,
    });
    const look = () => (jobs[inboxTask] as OutsideJobHandler).outside(systemWork(app.database.sql), {});
    const credit = () => ({
      reference: reference(),
      amount: '1.00',
      creditorAccount: other.account.iban ?? '',
    });
    await writeFile(join(directory, '1-long.xml'), notification('T1', [credit(), credit(), credit()]));
    await writeFile(join(directory, '2-short.xml'), notification('T2', [credit()]));
    await look();
    expect(await readdir(directory)).toEqual(['done']);
    expect(await other.balance()).toMatchObject({ posted: 400n });
    await rm(directory, { recursive: true });
  });

  test('that is still being written is left alone', async () => {
    await writeFile(join(inbox, '.half.xml'), '<Document');
    await writeFile(join(inbox, 'half.xml.part'), '<Document');
    await receive(notification('H1', []));
    const names = await readdir(inbox);
    expect(names).toEqual(expect.arrayContaining(['.half.xml', 'half.xml.part']));
  });
});

// Control: with one temporary name for all writers the one that was cut off puts the fetched file back.
test('a writer that is cut off and goes on later does not put out the file again', async () => {
  const payer = await createPayer(app);
  await sentFor(await pay(payer));
  const directory = await mkdtemp(join(tmpdir(), 'calmly-outbox-'));
  const batchId = newId();
  await sql`insert into clearing.batch (id, scheme, currency, created_at) values (${batchId}, 'SEPA', 'EUR', now())`.execute(
    app.database.sql,
  );
  await sql`insert into clearing.instruction (id, payment_id, scheme, currency, instruction, batch_id)
    select ${newId()}, ${newId()}, scheme, currency, instruction, ${batchId} from clearing.instruction limit 1`.execute(
    app.database.sql,
  );
  const write = outboxJobs({
    bank: { name: 'Calmly', bic: 'CALMLT2XXXX' },
    directory,
    gatherMs: 0,
  }).rail_files_write;
  const run = (db: Sql) => (write as OutsideJobHandler).outside(systemWork(db), batchId);

  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const late = run(
    app.database.sql.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        asked.resolve();
        await goOn.promise;
        return result;
      },
    }),
  );
  await asked.promise;
  await run(app.database.sql);
  const [file = '', ...others] = await readdir(directory);
  expect(file).toMatch(/^[^.].*\.xml$/);
  expect(others).toEqual([]);
  await rm(join(directory, file));
  goOn.resolve();
  await late;
  expect(await readdir(directory)).toEqual([]);
  await rm(directory, { recursive: true });
});

test('real banks cannot be simulated', async () => {
  expect((await app.call(listDeskPayments)).status).toBe(404);
});
