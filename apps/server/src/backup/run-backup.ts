/** `npm run backup`: one backup of the database, while the server serves. */
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadConfig } from '@calmly/platform/config/config.ts';
import { listBackups, writeVerified } from '@calmly/platform/postgres/backup/backup-manifest.ts';
import { type Keep, pruneBackups } from '@calmly/platform/postgres/backup/prune.ts';
import { restore } from '@calmly/platform/postgres/backup/restore.ts';
import { writeBackup } from '@calmly/platform/postgres/backup/write-backup.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import { attachDatabase } from '../attach.ts';
import { Misunderstood, parseCommandLine, type Terminal } from '../command-line.ts';
import { examine } from './examine.ts';
import { readKeyIds, requireKey } from './keys.ts';

const help = `npm run backup: writes a backup of the database, with or without a running server.

  --to <directory>   where backups are; default: BACKUP_DIR
  --keep <number>    afterwards deletes all but that many of the newest backups, or with 14d those that the last 14 days do not need,
                     and the archived log before them
  --verify           writes none: restores the newest one into <directory>/verifying, runs verify on it, and records the success
  --list             writes none: lists the backups

The secret key is never in a backup. Keep it in another place.

Exit codes: 0 done, 1 not done or something is wrong, 2 the command was not understood.
`;

const options = {
  to: { type: 'string' },
  keep: { type: 'string' },
  verify: { type: 'boolean' },
  list: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** One run of the command, from its arguments to its exit code. */
export async function runBackup(parameters: string[], terminal: Terminal): Promise<number> {
  try {
    const { positionals, values } = parseCommandLine(parameters, options);
    if (positionals.length > 0) throw new Misunderstood(`Unexpected argument: ${positionals.join(' ')}.`);
    const keep = values.keep === undefined ? undefined : keepOf(values.keep);
    if (values.help) {
      terminal.print(help);
      return 0;
    }
    const config = loadConfig(terminal.env);
    const directory = values.to === undefined ? config.backupDirectory : resolve(values.to);
    if (directory === undefined) throw new Misunderstood('Say where to with --to, or set BACKUP_DIR.');
    if (values.list) return await list(directory, terminal);
    if (values.verify) return await verifyNewest(directory, terminal);
    await back(directory, keep, terminal);
    return 0;
  } catch (error) {
    terminal.printError(`${sentenceOf(error, help)}\n`);
    return error instanceof Misunderstood ? 2 : 1;
  }
}

function keepOf(text: string): Keep {
  const [, figure, unit] = /^([1-9]\d{0,4})(d?)$/.exec(text) ?? [];
  if (figure === undefined)
    throw new Misunderstood('--keep takes a number of backups such as 7, or days such as 14d.');
  return unit === 'd' ? { days: Number(figure) } : { count: Number(figure) };
}

async function back(directory: string, keep: Keep | undefined, terminal: Terminal): Promise<void> {
  const config = loadConfig(terminal.env);
  const secretKeys = await readKeyIds(config);
  const source = await attachDatabase(config);
  const startedMs = performance.now();
  try {
    const { directory: written, manifest } = await writeBackup({
      url: source.url,
      backupDirectory: directory,
      kind: config.databaseUrl === undefined ? 'embedded' : 'server',
      secretKeys,
    });
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    terminal.print(
      `${written}: ${megabytes(manifest.databaseBytes)} of databases in ${megabytes(bytes)}, ${seconds} s, log to ${manifest.endLsn}. Its files were read back and compared.\n`,
    );
    terminal.print(keySentence(secretKeys));
  } finally {
    await source.close();
  }
  if (keep === undefined) return;
  const pruned = await pruneBackups(directory, keep, new Date());
  terminal.print(
    `Deleted: ${pruned.backups} older backups, ${pruned.segments} files of the log before them.\n`,
  );
}

function keySentence(secretKeys: readonly string[] | null): string {
  if (secretKeys === null)
    return 'The secret key is not in it. SECRET_KEY is not set here, so the backup does not say which key a restore needs.\n';
  const [first] = secretKeys;
  return first === undefined ? '' : `The secret key is not in it. A restore needs the key ${first}.\n`;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

async function list(directory: string, terminal: Terminal): Promise<number> {
  const { whole, damaged } = await listBackups(directory);
  for (const { manifest, verified } of whole)
    terminal.print(
      `${manifest.name}  ended ${manifest.endedAt}  PostgreSQL ${manifest.postgres}  ${manifest.schema}  ${verified ? `verified ${verified.at}` : 'not verified'}\n`,
    );
  for (const { directory: path, reason } of damaged)
    terminal.printError(`${path} is no backup: ${reason}.\n`);
  if (whole.length === 0) terminal.printError(`There is no backup in ${directory}.\n`);
  return whole.length > 0 && damaged.length === 0 ? 0 : 1;
}

/** The newest backup is restored with all of the archived log, as after the loss of the machine. */
async function verifyNewest(directory: string, terminal: Terminal): Promise<number> {
  const config = loadConfig(terminal.env);
  const { whole } = await listBackups(directory);
  const newest = whole.at(-1);
  if (!newest) throw new Refusal(`There is no backup in ${directory}.`);
  const scratch = join(directory, 'verifying');
  await mkdir(scratch, { recursive: true, mode: 0o755 });
  const key = await requireKey(newest.manifest, config, [config.dataDirectory]);
  await rm(join(scratch, 'postgres'), { recursive: true, force: true });
  const request = {
    backup: newest,
    backupDirectory: directory,
    until: 'latest',
    dataDirectory: scratch,
    replaces: false,
  } as const;
  try {
    const { examined, lastTransactionAt } = await restore(request, (recovered) =>
      examine(recovered, terminal, { key, anchorFile: undefined }),
    );
    if (examined.verdict === 'older')
      throw new Refusal(
        `The backup ${newest.manifest.name} is of an older version of Calmly, which verify does not read. Make a new one.`,
      );
    if (examined.verdict === 'wrong') throw new Refusal(`The backup ${newest.manifest.name} is wrong.`);
    await writeVerified(newest.directory, {
      at: new Date().toISOString(),
      lastTransactionAt: lastTransactionAt?.toISOString() ?? null,
    });
    terminal.print(
      `The backup ${newest.manifest.name} was restored and is correct${lastTransactionAt ? `; its last transaction is of ${lastTransactionAt.toISOString()}` : ''}.\n`,
    );
    return 0;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** What a person reads when the command fails. */
export function sentenceOf(error: unknown, usage: string): string {
  if (error instanceof Misunderstood) return `${error.message}\n\n${usage}`;
  if (error instanceof Refusal) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
