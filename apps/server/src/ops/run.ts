/**
 * Runs one command of `npm run ops` on the open database. `operate.ts` loads this file only for a valid command, because it loads the whole
 * bank.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '@calmly/platform/config/config.ts';
import { requireServiceFacts } from '@calmly/platform/config/service-facts.ts';
import { type Database, openDatabase, sqlStateOf } from '@calmly/platform/database.ts';
import type { Decision, DecisionOptions, DeskQueue, DeskSheet } from '@calmly/platform/desk.ts';
import { problemMessage } from '@calmly/platform/http/calls/messages.ts';
import { newId } from '@calmly/platform/ids.ts';
import { requireMigrated, upgradeLines } from '@calmly/platform/postgres/migrations/served.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { Refusal, refusingFileErrors } from '@calmly/platform/refusal.ts';
import { loadFittingKeys } from '@calmly/platform/secrets/sealing-keys.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { Documents } from '@calmly/products/accounts/server/documents/index.ts';
import type { StatementsModule } from '@calmly/products/accounts/server/statements/index.ts';
import { clientName } from '@calmly/products/identity/server/index.ts';
import pino from 'pino';
import { attachDatabase } from '../attach.ts';
import type { Terminal } from '../command-line.ts';
import { migrationFolders } from '../migrations.ts';
import { applicationLines, close, register } from './applications.ts';
import { changeState } from './clients.ts';
import type { OpsCommand, Which } from './command-line.ts';
import { answer, assign, closeConversation, conversationLines } from './conversations.ts';
import { backfillLines, jobLines, retryJob } from './jobs.ts';
import { forgetLost, resealOlder } from './sealed.ts';
import { inviteFirst, staffLines } from './staff.ts';
import { restateStatement } from './statements.ts';
import { importWatchList, removeFromWatchList, watchListLines } from './watch-list.ts';

interface Desk {
  readonly database: Database;
  readonly documents: Documents;
  readonly queues: readonly DeskQueue[];
  readonly statements: StatementsModule;
  readonly say: (line: string) => void;
}

const pageSize = 100;

/** Executes the command and prints its result. */
export async function run(command: OpsCommand, { env, print }: Terminal): Promise<void> {
  const say = (line: string) => print(`${line}\n`);
  const given = loadConfig(env);
  const { createModules, sealedSecrets } = await import('../composition.ts');
  const attached = await attachDatabase(given);
  try {
    const database = openDatabase(attached.url, { poolSize: 2 });
    try {
      if (command.verb === 'schema') return (await upgradeLines(database.sql, migrationFolders)).forEach(say);
      await requireMigrated(database.sql, migrationFolders);
      const config = await requireServiceFacts(database.sql, given);
      if (command.verb === 'forget-sealed')
        return (await forgetLost(database, config, sealedSecrets, command)).forEach(say);
      const secretKeys = await loadFittingKeys(config, database.sql, sealedSecrets);
      if (command.verb === 'reseal')
        return await resealOlder(database, secretKeys, sealedSecrets, { staff: command.staff, say });
      if (command.verb === 'staff') {
        const { addition } = command;
        const lines = addition ? inviteFirst(database, config, secretKeys, addition) : staffLines(database);
        return (await lines).forEach(say);
      }
      const { documents, statements, modules } = createModules({
        config: { ...config, secretKeys },
        database,
        log: pino({ level: 'silent' }),
      });
      const queues = modules.flatMap(({ desk = [] }) => desk);
      await carryOut(command, { database, documents, statements, queues, say });
    } finally {
      await database.close();
    }
  } finally {
    await attached.close();
  }
}

async function carryOut(
  command: Exclude<OpsCommand, { verb: 'staff' | 'forget-sealed' | 'reseal' }>,
  desk: Desk,
): Promise<void> {
  const { database, say } = desk;
  switch (command.verb) {
    case 'list':
      return list(desk);
    case 'show':
      return show(desk, command);
    case 'documents':
      return writeDocuments(desk, command, command.directory);
    case 'approve':
    case 'reject':
    case 'hold':
      return decide(desk, command.verb, command, command);
    case 'approve-payout':
    case 'reject-payout':
      return decidePayout(desk, command);
    case 'restate-statement':
      return (await restateStatement(desk, command)).forEach(say);
    case 'block':
    case 'unblock':
      return (await changeState(database, command)).forEach(say);
    case 'applications':
      return (await applicationLines(database)).forEach(say);
    case 'register':
      return (await register(database, command.staff, command.application)).forEach(say);
    case 'close':
      return (await close(database, command.staff, command.id)).forEach(say);
    case 'jobs':
      return (await jobLines(database)).forEach(say);
    case 'backfills':
      return (await backfillLines(database)).forEach(say);
    case 'retry':
      return (await retryJob(database, command)).forEach(say);
    case 'conversations':
      return (await conversationLines(database)).forEach(say);
    case 'answer':
      return (await answer(desk, command)).forEach(say);
    case 'assign':
      return (await assign(database, command)).forEach(say);
    case 'close-conversation':
      return (await closeConversation(database, command.staff, command.id)).forEach(say);
    case 'watchlist':
      return (await watchList(database, command.addition)).forEach(say);
    case 'unlist':
      return (await removeFromWatchList(database, command.staff, command.id)).forEach(say);
  }
}

async function watchList(
  database: Database,
  addition: { readonly file: string; readonly staff: string } | undefined,
): Promise<string[]> {
  if (addition === undefined) return watchListLines(database);
  const { file, staff } = addition;
  const names = await refusingFileErrors(`The file ${file}`, () => readFile(file, 'utf8'));
  return importWatchList(database, staff, names);
}

async function list({ database, queues, say }: Desk): Promise<void> {
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
  const { say } = desk;
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
  for (const [place, documentId] of sheet.documentIds.entries()) {
    const { fileName, content } = await desk.documents.requireContent(desk.database.sql, documentId);
    const path = join(directory, `${place + 1}-${fileName}`);
    await refusingFileErrors(`The directory ${directory}`, async () => {
      await mkdir(directory, { recursive: true });
      await writeFile(path, content, { mode: 0o600 });
    });
    desk.say(path);
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
    const work = workOf(sql, staff);
    if (decision !== 'hold') return queue.decide(work, which.id, decision, options);
    if (!queue.hold) throw new Refusal(`Items in the queue ${queue.kind} cannot wait for a document.`);
    return queue.hold(work, which.id, options);
  });
  desk.say(`${said[decision]} by ${staff}.`);
}

/** All or none: any other decision in the meantime ends it with nothing done. */
async function decidePayout(
  { database, queues, say }: Desk,
  { verb, payoutId, staff, options }: Extract<OpsCommand, { verb: 'approve-payout' | 'reject-payout' }>,
): Promise<void> {
  const decision = verb === 'approve-payout' ? 'approve' : 'reject';
  const count = await database.inTransaction(async (sql) => {
    const work = workOf(sql, staff);
    let decided = 0;
    for (const queue of queues)
      for (const id of (await queue.ofPayout?.(sql, payoutId)) ?? []) {
        await queue.decide(work, id, decision, options);
        decided += 1;
      }
    return decided;
  });
  if (count === 0) throw new Refusal(`No payment of the payout ${payoutId} is held.`);
  say(`${said[decision]} by ${staff}: ${count} ${count === 1 ? 'payment' : 'payments'}.`);
}

const workOf = (sql: Work['sql'], staff: string): Work => ({
  sql,
  now: new Date(),
  actor: { kind: 'system', name: staff },
  newId,
  log: pino({ level: 'silent' }),
});

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

const dayAndTime = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const undefinedTable = '42P01';

/** The message of a failed command. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof Problem) return problemMessage(error.code, error.params, 'en');
  if (sqlStateOf(error) === undefinedTable)
    return 'This database belongs to another version. Start the server once to migrate it.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
