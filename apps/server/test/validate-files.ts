/**
 * `npm run validate-files -- <directory of ISO 20022's schemas>`: validates one file of every kind that the file rail sends, and of those that the
 * tests send as the bank's bank and as clients, against the schemas with xmllint (libxml2). The schemas are public at iso20022.org, but we may not
 * redistribute them; the tests describe the shape in our own words (`support/pain001-shape.ts`), and this proves the words right.
 * Exit code 1 if a file is not valid, if one spoiled on purpose is, or if nothing can be checked.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writePain002 } from '@calmly/products/payouts/server/outcomes/pain002.ts';
import { notification, statement, statusReport } from './support/files/bank-files.ts';
import { pain001Samples } from './support/files/pain001-files.ts';
import { faultsOf as faultsOfPain001 } from './support/files/pain001-shape.ts';
import { faultsOf as faultsOfPain002 } from './support/files/pain002-shape.ts';
import { statementSample } from './support/files/statement-sample.ts';
import { batchesByKind } from './support/processes/rail-batches.ts';

/** Files that we write, each with its shape in our own words. */
const written = [
  ...batchesByKind.map((batch) => ({ ...batch, schema: 'pain.001.001.09', faultsOf: faultsOfPain001 })),
  {
    kind: 'results of a payout',
    schema: 'pain.002.001.11',
    xml: await reportOfPayout(),
    faultsOf: faultsOfPain002,
  },
];

async function reportOfPayout(): Promise<string> {
  const transaction = {
    paymentInformationId: 'WAGES & MORE',
    instructionId: 'I<1>',
    endToEndId: 'NOTPROVIDED',
    status: 'ACSC',
    reason: null,
    reference: 'T-2026-0000001',
    amount: { decimal: '1250.50', currency: 'EUR' },
  } as const;
  const refused = { code: 'NARR', sentence: 'This is not paid. '.repeat(20) };
  async function* batches() {
    yield [transaction, { ...transaction, status: 'ACSP', instructionId: null } as const];
    yield [
      { ...transaction, status: 'PDNG', reference: null } as const,
      {
        ...transaction,
        paymentInformationId: 'B-2026-0000001',
        status: 'RJCT',
        reason: refused,
        amount: null,
      } as const,
    ];
  }
  const original = {
    name: 'pain.001.001.09',
    messageId: 'MESSAGE-1',
    createdAt: '2026-11-21T10:00:00',
    transactions: '4',
    controlSum: '5002.00',
  };
  const report = {
    messageId: 'R-1',
    createdAt: new Date(),
    original,
    status: 'PART',
    payments: new Map([
      ['WAGES & MORE', 'ACSP'],
      ['B-2026-0000001', 'RJCT'],
    ] as const),
  } as const;
  const parts: Uint8Array[] = [];
  for await (const part of writePain002(report, batches())) parts.push(part);
  return Buffer.concat(parts).toString();
}

const entry = {
  reference: 'R-1',
  amount: '10.00',
  text: 'Invoice 7',
  creditorAccount: 'LT601010012345678901',
};
const received = [
  {
    kind: 'status of a file',
    schema: 'pain.002.001.11',
    xml: statusReport({ id: 'S-1', originalMessageId: 'M-1', group: { status: 'RJCT', reason: 'AC04' } }),
  },
  {
    kind: 'status of a transfer',
    schema: 'pain.002.001.11',
    xml: statusReport({
      id: 'S-2',
      originalMessageId: 'M-1',
      paymentInformationId: 'P-1',
      transfers: [{ status: 'ACSC', instructionId: 'I-1', endToEndId: 'E-1' }],
    }),
  },
  {
    kind: 'notification, with a return',
    schema: 'camt.054.001.08',
    xml: notification('N-1', [entry, { ...entry, reference: 'R-2', returnReason: 'AC04' }]),
  },
  {
    kind: 'statement, one entry in parts',
    schema: 'camt.053.001.08',
    xml: statement('T-1', [{ ...entry, parts: [entry, { ...entry, reference: 'R-3' }] }], {
      opening: '0.00',
      closing: '10.00',
    }),
  },
];

/** Clients' downloads, with every kind of line. */
const downloaded = [
  { kind: "a client's statement", schema: 'camt.053.001.08', xml: await statementSample() },
] as const;

/** Uploads of clients in the tests, in the versions whose schemas are available: not everyone has all ten. */
const uploadedIn = (directory: string) =>
  pain001Samples
    .map(({ version, xml }) => ({ kind: 'bulk payout', schema: `pain.001.001.${version}`, xml }))
    .filter(({ schema }) => existsSync(join(directory, `${schema}.xsd`)));

/** xmllint's error; undefined if the file is valid. */
function faultOf(directory: string, { schema, xml }: { schema: string; xml: string }): string | undefined {
  const run = spawnSync('xmllint', ['--noout', '--schema', join(directory, `${schema}.xsd`), '-'], {
    input: xml,
    encoding: 'utf8',
  });
  if (run.error) throw run.error;
  return run.status === 0 ? undefined : run.stderr;
}

/** Why nothing can be checked. */
function obstacleIn(directory: string | undefined): string | undefined {
  if (directory === undefined || directory.startsWith('-')) return 'The directory of the schemas is missing.';
  const schemas = new Set([...written, ...received, ...downloaded].map(({ schema }) => `${schema}.xsd`));
  const missing = [...schemas].filter((schema) => !existsSync(join(directory, schema)));
  if (missing.length > 0) return `${directory} has no ${missing.join(', ')}.`;
  if (spawnSync('xmllint', ['--version']).error)
    return 'xmllint is not installed (Debian package: libxml2-utils).';
  return undefined;
}

const [directory] = process.argv.slice(2);
const obstacle = obstacleIn(directory);
if (directory === undefined || obstacle !== undefined) {
  process.stderr.write(
    `${obstacle}\nUsage: npm run validate-files -- <directory with the schemas (.xsd) from iso20022.org>\n`,
  );
  process.exit(1);
}

interface CheckedFile {
  readonly kind: string;
  readonly schema: string;
  readonly xml: string;
  readonly faultsOf?: (xml: string) => string[];
}

const files: readonly CheckedFile[] = [...written, ...received, ...downloaded, ...uploadedIn(directory)];
for (const file of files) {
  const ownWords = file.faultsOf?.(file.xml) ?? [];
  const fault = faultOf(directory, file) ?? (ownWords.length > 0 ? ownWords.join('\n') : undefined);
  if (fault !== undefined) process.exitCode = 1;
  process.stdout.write(
    `${fault === undefined ? 'fits' : 'DOES NOT FIT'}  ${file.schema}  ${file.kind}\n${fault ?? ''}`,
  );
}

// Control: a checker that accepts everything would give the same result.
const swift = written.find(({ kind }) => kind === 'SWIFT, SHA');
const spoiled = swift && { ...swift, xml: swift.xml.replace(/(<UETR>)/, '$1x') };
if (!spoiled || faultOf(directory, spoiled) === undefined)
  throw new Error('a UETR that is none was taken: the check checks nothing');
process.stdout.write(`${files.length} files; one that was spoiled was refused.\n`);
