/**
 * `npm run ops`: the bank's desk on the command line. Lists what waits for a human decision, shows one with its documents, and
 * takes the decision, which is audited under the name of who took it. Works beside a running server and without one. `help` explains
 * each command (`ops-help.ts`).
 *
 * Exit codes: 0 done, 1 refused or failed, 2 the command was not understood.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { problems } from '@calmly/contract';
import pino from 'pino';
import { attachDatabase } from './attach.ts';
import type { Documents } from './modules/documents/index.ts';
import { clientName } from './modules/identity/index.ts';
import { applicationLines, close, register } from './ops-applications.ts';
import { helpFor } from './ops-help.ts';
import { forgetLost } from './ops-sealed.ts';
import { importWatchList, removeFromWatchList, watchListLines } from './ops-watch-list.ts';
import { loadConfig } from './platform/config.ts';
import { type Database, openDatabase, sqlStateOf } from './platform/database.ts';
import type { Decision, DecisionOptions, DeskQueue, DeskSheet } from './platform/desk.ts';
import { newId } from './platform/ids.ts';
import { Problem } from './platform/problem.ts';
import { Refusal } from './platform/refusal.ts';
import { openSecretKeys } from './platform/sealing-keys.ts';
import type { Work } from './platform/work.ts';

/** The command line is wrong. */
class Misunderstood extends Error {}

interface Desk {
  readonly database: Database;
  readonly documents: Documents;
  readonly queues: readonly DeskQueue[];
}

/** An item at the desk. The queue is needed if the id is in several queues. */
interface Which {
  readonly id: string;
  readonly queueKind: string | undefined;
}

const pageSize = 100;

async function list({ database, queues }: Desk): Promise<void> {
  let count = 0;
  for (const queue of queues)
    for (let after: string | undefined, more = true; more; ) {
      const page = await queue.list(database.sql, { after, limit: pageSize });
      for (const item of page) {
        const client = item.clientId === null ? '' : `${await clientName(database.sql, item.clientId)}: `;
        say(`${item.id}  ${queue.kind}  ${dayAndTime(item.since)}  ${client}${item.subject}`);
      }
      count += page.length;
      after = page.at(-1)?.id;
      more = page.length === pageSize;
    }
  say(count === 0 ? 'No open items.' : `${count} open ${count === 1 ? 'item' : 'items'}.`);
}

async function show(desk: Desk, which: Which): Promise<void> {
  const { queue, sheet } = await requireSheet(desk, which);
  say(`${sheet.id}  ${queue.kind}`);
  if (sheet.clientId !== null)
    say(`  Client: ${await clientName(desk.database.sql, sheet.clientId)} (${sheet.clientId})`);
  say(`  Since: ${dayAndTime(sheet.since)}`);
  for (const [label, value] of sheet.facts) say(`  ${label}: ${value}`);
  for (const documentId of sheet.documentIds) {
    const { fileName, content } = await desk.documents.requireContent(desk.database.sql, documentId);
    say(`  Document: ${fileName}, ${Math.ceil(content.length / 1024)} KB`);
  }
}

async function writeDocuments(desk: Desk, which: Which, directory: string): Promise<void> {
  const { sheet } = await requireSheet(desk, which);
  await mkdir(directory, { recursive: true });
  for (const [place, documentId] of sheet.documentIds.entries()) {
    const { fileName, content } = await desk.documents.requireContent(desk.database.sql, documentId);
    const path = join(directory, `${place + 1}-${fileName}`);
    await writeFile(path, content, { mode: 0o600 });
    say(path);
  }
}

async function decide(
  desk: Desk,
  decision: Decision | 'hold',
  which: Which,
  { staff, options }: { staff: string; options: DecisionOptions },
): Promise<void> {
  const { queue } = await requireSheet(desk, which);
  await desk.database.inTransaction((sql) => {
    const work: Work = {
      sql,
      now: new Date(),
      actor: { kind: 'system', name: staff },
      newId,
      log: pino({ level: 'silent' }),
    };
    if (decision !== 'hold') return queue.decide(work, which.id, decision, options);
    if (!queue.hold) throw new Refusal(`Items in the queue ${queue.kind} cannot wait for a document.`);
    return queue.hold(work, which.id, options);
  });
  say(`${said[decision]} by ${staff}.`);
}

const said = { approve: 'Approved', reject: 'Rejected', hold: 'Held' } as const;

async function requireSheet({ database, queues }: Desk, { id, queueKind }: Which) {
  const found: { queue: DeskQueue; sheet: DeskSheet }[] = [];
  for (const queue of queues) {
    if (queueKind !== undefined && queue.kind !== queueKind) continue;
    const sheet = await queue.find(database.sql, id);
    if (sheet) found.push({ queue, sheet });
  }
  const [first, ...others] = found;
  if (!first) throw new Refusal(`There is no open item with the id ${id}.`);
  if (others.length > 0) {
    const kinds = found.map(({ queue }) => queue.kind).join(' or ');
    throw new Refusal(`${id} is in more than one queue. Choose one: --queue ${kinds}.`);
  }
  return first;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const dayAndTime = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Parses the command line before any connection is opened. */
function commandOf(parameters: string[]): (desk: Desk) => Promise<void> {
  const { positionals, values } = parse(parameters);
  const [verb = 'list', id = '', ...rest] = positionals;
  if (rest.length > 0) throw new Misunderstood(`Unexpected argument: ${rest.join(' ')}.`);
  if (verb === 'list' && id === '') return list;
  if (verb === 'applications' && id === '')
    return async ({ database }) => (await applicationLines(database)).forEach(say);
  if (verb === 'register' && id === '') return registration(values);
  if (verb === 'watchlist' && id === '') return watchList(values);
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new Misunderstood('The id is missing: <id>.');
  const which = { id, queueKind: values.queue };
  if (verb === 'show') return (desk) => show(desk, which);
  if (verb === 'documents') {
    const { out } = values;
    if (!out) throw new Misunderstood('The directory is missing: --out <directory>.');
    return (desk) => writeDocuments(desk, which, out);
  }
  if (!isDecision(verb)) throw new Misunderstood(`There is no command ${verb}.`);
  const { reason, account } = values;
  const staff = staffOf(values);
  if (verb === 'unlist')
    return async ({ database }) => (await removeFromWatchList(database, staff, id)).forEach(say);
  if (verb === 'close') return async ({ database }) => (await close(database, staff, id)).forEach(say);
  if (verb === 'reject' && !reason?.trim()) throw new Misunderstood('The reason is missing: --reason <why>.');
  const options = {
    ...(reason === undefined ? {} : { reason: reason.trim() }),
    ...(account === undefined ? {} : { account }),
  };
  return (desk) => decide(desk, verb, which, { staff, options });
}

const onOne = ['approve', 'reject', 'hold', 'close', 'unlist'] as const;
const isDecision = (verb: string): verb is (typeof onOne)[number] => onOne.some((each) => each === verb);

function watchList(values: Options): (desk: Desk) => Promise<void> {
  const { file } = values;
  if (file === undefined) return async ({ database }) => (await watchListLines(database)).forEach(say);
  const staff = staffOf(values);
  return async ({ database }) =>
    (await importWatchList(database, staff, await readFile(file, 'utf8'))).forEach(say);
}

type Options = ReturnType<typeof parse>['values'];

function staffOf({ as: staff }: Options): string {
  if (!staff?.trim()) throw new Misunderstood('Your name is missing: --as <your name>.');
  return staff.trim();
}

function registration(values: Options): (desk: Desk) => Promise<void> {
  const { name, operator, redirect: redirectUris, public: isPublic = false } = values;
  const staff = staffOf(values);
  if (!name || !operator || !redirectUris)
    throw new Misunderstood('Give --name, --operator and at least one --redirect.');
  return async ({ database }) =>
    (await register(database, staff, { name, operator, redirectUris, isPublic })).forEach(say);
}

function parse(parameters: string[]) {
  try {
    return parseArgs({
      args: parameters,
      allowPositionals: true,
      options: {
        as: { type: 'string' },
        reason: { type: 'string' },
        account: { type: 'string' },
        queue: { type: 'string' },
        out: { type: 'string' },
        file: { type: 'string' },
        name: { type: 'string' },
        operator: { type: 'string' },
        redirect: { type: 'string', multiple: true },
        public: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new Misunderstood(error instanceof Error ? error.message : String(error));
  }
}

async function run(): Promise<void> {
  const parameters = process.argv.slice(2);
  const { positionals, values } = parse(parameters);
  const [verb, topic] = positionals;
  if (verb === 'help' || values.help) return say(requireHelp(verb === 'help' ? topic : verb));
  const forgetsAs = positionals.join() === 'forget-sealed' ? staffOf(values) : undefined;
  const command = forgetsAs === undefined ? commandOf(parameters) : undefined;
  const config = loadConfig(process.env);
  const { createModules, sealedSecrets } = await import('./app.ts');
  const attached = await attachDatabase(config);
  try {
    const database = openDatabase(attached.url, { poolSize: 2 });
    try {
      if (forgetsAs !== undefined)
        return (await forgetLost(database, config, sealedSecrets, forgetsAs)).forEach(say);
      const { documents, modules } = createModules({
        config: { ...config, secretKeys: await openSecretKeys(config, database.sql, sealedSecrets) },
        database,
        log: pino({ level: 'silent' }),
      });
      await command?.({ database, documents, queues: modules.flatMap(({ desk = [] }) => desk) });
    } finally {
      await database.close();
    }
  } finally {
    await attached.close();
  }
}

function requireHelp(command: string | undefined): string {
  const help = helpFor(command);
  if (help === undefined) throw new Misunderstood(`There is no command ${command}.`);
  return help;
}

const undefinedTable = '42P01';

try {
  await run();
} catch (error) {
  process.exitCode = error instanceof Misunderstood ? 2 : 1;
  process.stderr.write(`${sentenceOf(error)}\n`);
}

function sentenceOf(error: unknown): string {
  if (error instanceof Misunderstood) return `${error.message}\n\n${helpFor(undefined)}`;
  if (error instanceof Refusal) return error.message;
  if (error instanceof Problem) return problems[error.code].en;
  if (sqlStateOf(error) === undefinedTable)
    return 'This database belongs to another version. Start the server once to migrate it.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
