/** The secret key is never in a backup, but its id is: a restore with another key is refused before anything is unpacked. */
import { join } from 'node:path';
import type { Config } from '@calmly/platform/config/config.ts';
import type { BackupManifest } from '@calmly/platform/postgres/backup/backup-manifest.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import { keyIdOf } from '@calmly/platform/secrets/secret-box.ts';
import { readSecretKeys } from '@calmly/platform/secrets/secret-key.ts';

export interface KeySource {
  /** The variables with which a command or server finds the key. */
  readonly env: Readonly<Record<string, string>>;
}

/** Null if the key is not on this machine. */
export async function readKeyIds(config: Config): Promise<string[] | null> {
  const isGiven = config.secretKey !== undefined || config.secretKeyFile !== undefined;
  if (config.databaseUrl !== undefined && !isGiven) return null;
  return ((await readSecretKeys(config)) ?? []).map((key) => keyIdOf(key).toString('hex'));
}

/** The key for a restored database: the configured one, else that in its directory, else that of the present data directory. */
export async function requireKey(
  { secretKeys }: BackupManifest,
  config: Config,
  directories: readonly string[],
): Promise<KeySource> {
  const [needed] = secretKeys ?? [];
  if (needed === undefined) return { env: {} };
  const files = directories.map((directory) => join(directory, 'secret.key'));
  const places: Array<Partial<Pick<Config, 'secretKey' | 'secretKeyFile'>>> =
    config.secretKey === undefined && config.secretKeyFile === undefined
      ? files.map((secretKeyFile) => ({ secretKeyFile }))
      : [{ secretKey: config.secretKey, secretKeyFile: config.secretKeyFile }];
  const found: string[] = [];
  for (const place of places) {
    const keys = await readSecretKeys({ ...config, ...place }).catch((error: unknown) => {
      if (error instanceof Refusal && config.secretKeyFile === undefined && place.secretKeyFile) return [];
      throw error;
    });
    const ids = (keys ?? []).map((key) => keyIdOf(key).toString('hex'));
    if (ids.includes(needed))
      return { env: place.secretKeyFile ? { SECRET_KEY_FILE: place.secretKeyFile } : {} };
    found.push(...ids);
  }
  throw new Refusal(
    `${found.length === 0 ? `There is no secret key in ${files.join(' or ')}` : `The secret key ${found.join(', ')} is not the one of the backup`}: its secrets are sealed with the key ${needed}. ` +
      'Set SECRET_KEY_FILE to that key. With --without-key the database is restored, and its documents and authenticator apps stay closed.',
  );
}
