/**
 * The keys that seal values in the database which must stay readable for the server (secrets of authenticator apps, documents). They
 * come from SECRET_KEY or SECRET_KEY_FILE; without either, one is created at the first start in `<DATA_DIR>/secret.key`, readable only
 * by the server's user. The first key seals, all open: put a new one before the old, which can be removed once nothing is sealed with
 * it. Restoring a backup needs these keys too.
 */
import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { Refusal, refusingFileErrors } from '../refusal.ts';

const keyBytes = 32;

export type KeyConfig = Pick<
  Config,
  'secretKey' | 'secretKeyFile' | 'dataDirectory' | 'databaseUrl' | 'sandbox'
>;

const ownFile = ({ dataDirectory }: KeyConfig) => join(dataDirectory, 'secret.key');

/** The current keys, at least one. Check with `openSecretKeys` (`sealing-keys.ts`) first whether a new one may be created. */
export async function loadSecretKeys(config: KeyConfig): Promise<readonly Buffer[]> {
  const given = await readSecretKeys(config);
  if (given) return given;
  const file = ownFile(config);
  return refusingFileErrors(`The key file ${file}`, async () =>
    parseSecretKeys(await makeOwnKey(config.dataDirectory, file), file),
  );
}

/** The existing keys; undefined if the server's own key has not been created, or is lost. */
export async function readSecretKeys(config: KeyConfig): Promise<readonly Buffer[] | undefined> {
  if (config.secretKey !== undefined) return parseSecretKeys(config.secretKey, 'SECRET_KEY');
  if (config.secretKeyFile !== undefined)
    return parseSecretKeys(await readKeyFile(config.secretKeyFile), config.secretKeyFile);
  if (config.databaseUrl !== undefined && !config.sandbox.enabled)
    throw new Refusal(
      'SECRET_KEY or SECRET_KEY_FILE must be set when the database is not the embedded one: every server needs the same key.',
    );
  const file = ownFile(config);
  try {
    return parseSecretKeys(await readFile(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return parseSecretKeys(await readKeyFile(file), file);
  }
}

/** 32 bytes each, base64, one per line or separated by commas. */
export function parseSecretKeys(text: string, source: string): readonly Buffer[] {
  const keys = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => Buffer.from(part, 'base64'));
  if (keys.length === 0 || keys.some((key) => key.length !== keyBytes))
    throw new Refusal(`${source} must hold keys of ${keyBytes} random bytes in base64, separated by commas.`);
  return keys;
}

async function readKeyFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Refusal(`The key file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Creates the data directory's key. Of two concurrent starts, the first one's is kept. */
async function makeOwnKey(directory: string, file: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flush: true });
  await chmod(draft, 0o600);
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return readKeyFile(file);
}
