/** `npm run restore`: a backup and the archived log become a database again, as of a time. */

import { existsSync } from 'node:fs';
import { constants, copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Config, loadConfig } from '@calmly/platform/config/config.ts';
import { listBackups, type StoredBackup } from '@calmly/platform/postgres/backup/backup-manifest.ts';
import { type Restored, restore } from '@calmly/platform/postgres/backup/restore.ts';
import { numberOf } from '@calmly/platform/postgres/migrations/files.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import { Misunderstood, parseCommandLine, type Terminal } from '../command-line.ts';
import { type Examined, examine, newestMigration } from './examine.ts';
import { type KeySource, requireKey } from './keys.ts';
import { sentenceOf } from './run-backup.ts';

const help = `npm run restore: restores the database from a backup and the archived log, runs verify on it and compares it with the anchor.

  --from <directory>      where backups are; default: BACKUP_DIR
  --to <time | latest>    the time, with its zone: 2026-11-30T09:15:00Z
  --data-dir <directory>  a new or empty data directory; default: DATA_DIR
  --replace               replaces the database in the data directory and keeps it aside; what it had not archived yet is used too
  --backup <name>         begins with this backup; default: the newest one before the time
  --without-key           restores although the secret key is lost

The server of that directory must be stopped. Exit codes: 0 restored, 1 not restored or something is wrong, 2 the command was not understood.
`;

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  'data-dir': { type: 'string' },
  replace: { type: 'boolean' },
  backup: { type: 'string' },
  'without-key': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** One run of the command, from its arguments to its exit code. */
export async function runRestore(parameters: string[], terminal: Terminal): Promise<number> {
  try {
    const { positionals, values } = parseCommandLine(parameters, options);
    if (positionals.length > 0) throw new Misunderstood(`Unexpected argument: ${positionals.join(' ')}.`);
    if (values.help) {
      terminal.print(help);
      return 0;
    }
    if (values.to === undefined) throw new Misunderstood('Say to which time with --to.');
    const until = timeOf(values.to);
    const config = loadConfig(terminal.env);
    const from = values.from === undefined ? config.backupDirectory : resolve(values.from);
    if (from === undefined) throw new Misunderstood('Say from where with --from, or set BACKUP_DIR.');
    return await restoreTo(
      {
        from,
        until,
        dataDirectory: values['data-dir'] === undefined ? config.dataDirectory : resolve(values['data-dir']),
        replaces: values.replace === true,
        name: values.backup,
        needsKey: values['without-key'] !== true,
      },
      config,
      terminal,
    );
  } catch (error) {
    terminal.printError(`${sentenceOf(error, help)}\n`);
    return error instanceof Misunderstood ? 2 : 1;
  }
}

function timeOf(text: string): Date | 'latest' {
  if (text === 'latest') return text;
  const isTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const time = new Date(text.replace(' ', 'T'));
  if (!isTime || Number.isNaN(time.getTime()))
    throw new Misunderstood('--to takes "latest" or a time with its zone, such as 2026-11-30T09:15:00Z.');
  return time;
}

interface Wanted {
  readonly from: string;
  readonly until: Date | 'latest';
  readonly dataDirectory: string;
  readonly replaces: boolean;
  readonly name: string | undefined;
  readonly needsKey: boolean;
}

async function restoreTo(wanted: Wanted, config: Config, terminal: Terminal): Promise<number> {
  const { from, until, dataDirectory, replaces } = wanted;
  const backup = await choose(wanted, terminal);
  const { manifest } = backup;
  if (manifest.serves > numberOf(await newestMigration()))
    throw new Refusal(
      `The backup is of a newer version of Calmly (migration ${manifest.schema}). Install that version.`,
    );
  const key: KeySource = wanted.needsKey
    ? await requireKey(manifest, config, [...new Set([dataDirectory, config.dataDirectory])])
    : { env: {} };
  const anchorFile = [config.anchorFile ?? '', join(dataDirectory, 'anchor.json')].find((file) =>
    existsSync(file),
  );
  terminal.print(`Restoring ${manifest.name} of ${manifest.endedAt} …\n`);
  const restored = await restore(
    { backup, backupDirectory: from, until, dataDirectory, replaces },
    (recovered) => examine(recovered, terminal, { key, anchorFile }),
  );
  // The restored bank, too, must know how far it once was.
  const anchorThere = join(dataDirectory, 'anchor.json');
  if (anchorFile !== undefined && !existsSync(anchorThere))
    await copyFile(anchorFile, anchorThere, constants.COPYFILE_EXCL);
  terminal.print(report(wanted, manifest.kind, restored, key));
  return isAsWanted(restored.examined, until) ? 0 : 1;
}

/** A restore to a time is meant to lose what came after it; one to the end is not. */
const isAsWanted = ({ verdict, lacks = [] }: Examined, until: Wanted['until']) =>
  verdict !== 'wrong' && (until !== 'latest' || lacks.length === 0);

async function choose({ from, until, name }: Wanted, terminal: Terminal): Promise<StoredBackup> {
  const { whole, damaged } = await listBackups(from);
  for (const { directory, reason } of damaged)
    terminal.printError(`${directory} is left out, because ${reason}.\n`);
  const [oldest] = whole;
  if (!oldest) throw new Refusal(`There is no backup in ${from}.`);
  if (until !== 'latest' && until.getTime() > Date.now())
    throw new Refusal(`${until.toISOString()} is in the future.`);
  const suitable = whole.filter(
    ({ manifest }) => until === 'latest' || Date.parse(manifest.endedAt) <= until.getTime(),
  );
  if (suitable.length === 0)
    throw new Refusal(
      `The oldest backup ended at ${oldest.manifest.endedAt}. An earlier time cannot be restored.`,
    );
  const chosen =
    name === undefined ? suitable.at(-1) : suitable.find(({ manifest }) => manifest.name === name);
  if (!chosen)
    throw new Refusal(
      `There is no backup ${name} that ended before that time. "npm run backup -- --list" lists them.`,
    );
  return chosen;
}

function report(
  { until, dataDirectory }: Wanted,
  kind: StoredBackup['manifest']['kind'],
  { lastTransactionAt, lastSegment, aside, examined }: Restored<Examined>,
  key: KeySource,
): string {
  const { verdict, lacks } = examined;
  const last = lastTransactionAt
    ? `The last transaction in it is of ${lastTransactionAt.toISOString()}.`
    : 'No transaction was replayed after the backup.';
  const end = endSentence(until, lastSegment, aside);
  const variables = Object.entries({ ...key.env, DATA_DIR: dataDirectory }).map(
    ([name, value]) => `${name}=${value}`,
  );
  return [
    `\nRestored into ${dataDirectory}. ${last} ${end}`,
    ...(aside ? [`The replaced database is kept in ${aside}.`] : []),
    verdictSentence(verdict),
    ...(lacks === undefined ? ['There was no anchor to compare it with.'] : []),
    ...(lacks?.length === 0 ? ['It has everything that its anchor records.'] : []),
    ...(lacks && lacks.length > 0
      ? [
          'It lacks what its anchor records:',
          ...lacks.map((fault) => `  ${fault}`),
          `Book it again, then delete ${join(dataDirectory, 'anchor.json')}.`,
        ]
      : []),
    kind === 'embedded'
      ? `Start it with ${variables.sort().join(' ')} npm start, and make a backup: "npm run backup".`
      : `${join(dataDirectory, 'postgres')} is a data directory of PostgreSQL: put it where your server has its own, with your configuration, and make a backup.`,
    '',
  ].join('\n');
}

function endSentence(
  until: Wanted['until'],
  lastSegment: string | undefined,
  aside: string | undefined,
): string {
  if (until !== 'latest') return `What was committed after ${until.toISOString()} is not in it.`;
  if (aside !== undefined)
    return 'The archived log and that of the replaced database were read to their ends.';
  return lastSegment === undefined
    ? 'There is no archived log: it is the database at the end of the backup.'
    : `The archived log ends with the segment ${lastSegment}. What was committed later is not in it.`;
}

function verdictSentence(verdict: Examined['verdict']): string {
  if (verdict === 'older')
    return 'It is of an older version of Calmly: start the server, which migrates it, then run "npm run verify".';
  return verdict === 'correct' ? 'verify found nothing wrong.' : 'verify found something WRONG, see above.';
}
