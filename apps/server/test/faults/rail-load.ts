/**
 * A server with the file rail under load, for the test that kills it: it runs the rail's jobs and orders payments endlessly; the
 * id of each committed order is written to a file.
 * node rail-load.ts <database url> <acknowledgement file> <outbox> <inbox>
 */
import { openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { startJobs } from '@calmly/platform/jobs/jobs.ts';
import { createFileRail } from '@calmly/products/payments/server/clearing/index.ts';
import type { RailInstruction } from '@calmly/providers/rail/rail.ts';
import pino from 'pino';
import { createModules } from '../../src/composition.ts';
import { testConfig } from '../support/app.ts';
import { systemWork } from '../support/work.ts';

const ordersAtOnce = 20;
const [url = '', file = '', outbox = '', inbox = ''] = process.argv.slice(2);
const acknowledgements = openSync(file, 'a');
const log = pino({ level: 'silent' });
const database = openDatabase(url, { poolSize: 4 });
const railFiles = { outbox, inbox, pollMs: 20 };
const config = { ...testConfig, railFiles };
const { modules } = createModules({ config, database, log });
const rail = createFileRail({
  ...railFiles,
  database,
  bank: { name: 'Calmly', bic: 'CALMLT21XXX' },
});
const handlers = Object.assign({}, ...modules.map(({ jobs }) => jobs ?? {}));
await startJobs({ url, database, handlers, log });
for (const { start } of modules) await start?.(database.sql);

const instruction = (paymentId: string): RailInstruction => ({
  paymentId,
  endToEndId: paymentId.replaceAll('-', '').toUpperCase(),
  scheme: 'SEPA',
  currency: 'EUR',
  instructedAmountMinor: '1234',
  chargeBearer: 'SHA',
  debtorAddress: null,
  debtorName: 'Anna Tamm',
  debtorAccount: 'EE382200221020145685',
  creditorName: 'Hansa GmbH',
  creditorAccount: 'DE33200505501289447016',
  creditorAgentBic: null,
  creditorAddress: null,
  intermediaryAgentBic: null,
  purpose: null,
  remittanceInformation: 'Invoice 7',
  creditorReference: null,
});

for (;;) {
  const ids = Array.from({ length: ordersAtOnce }, newId);
  await database.inTransaction((sql) => rail.submit(systemWork(sql), ids.map(instruction)));
  // A single write call: its data survives a kill of this process.
  writeSync(acknowledgements, `${ids.join('\n')}\n`);
  await sleep(20);
}
