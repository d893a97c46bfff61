/**
 * Checks that the configured keys are those that this database was sealed with.
 *
 * The database stores a proof per key: a text sealed with it. If the keys open none of the proofs, or a key is missing with which
 * something is still sealed, the start is refused with instructions: a new key would make authenticator apps and documents unreadable
 * for good. A database from before the proofs is judged by the key ids in its sealed values. A key that no longer seals anything may be
 * removed.
 */
import { sql as query } from 'kysely';
import { Refusal } from '../refusal.ts';
import type { Sql } from '../work.ts';
import { createSecretBox, keyIdOf } from './secret-box.ts';
import { type KeyConfig, loadSecretKeys, readSecretKeys } from './secret-key.ts';

/** A column of sealed values. */
export interface Sealed {
  /** What the values are, in the plural: `authenticator apps`. */
  readonly what: string;
  /** How many are sealed with none of these keys. */
  count(sql: Sql, keyIds: readonly Buffer[]): Promise<number>;
  /** Deletes those, and returns how many they were. */
  forget(sql: Sql, keyIds: readonly Buffer[]): Promise<number>;
}

/** `condition` says which rows are sealed; all of them unless given. */
export function sealedIn(what: string, table: string, column: string, condition = 'true'): Sealed {
  const [name, value, where] = [query.raw(table), query.raw(column), query.raw(condition)];
  const others = (keyIds: readonly Buffer[]) =>
    query`from ${name} where ${where} and substring(${value} from 2 for 4) <> all(${[...keyIds]}::bytea[])`;
  return {
    what,
    async count(sql, keyIds) {
      const { rows } = await query<{ count: bigint }>`select count(*) ${others(keyIds)}`.execute(sql);
      return Number(rows[0]?.count);
    },
    async forget(sql, keyIds) {
      const { numAffectedRows } = await query`delete ${others(keyIds)}`.execute(sql);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

const place = 'sealing key';
const proofText = 'calmly';

/** The configured keys, once it is certain that they open what is sealed; the first is noted. Makes an own key only where none is missing. */
export async function openSecretKeys(
  config: KeyConfig,
  sql: Sql,
  sealed: readonly Sealed[],
): Promise<readonly Buffer[]> {
  const fault = await findKeyFault(config, sql, sealed);
  if (fault) throw new Refusal(fault);
  const keys = await loadSecretKeys(config);
  const [first] = keys;
  if (first) {
    const proof = createSecretBox(keys).seal(Buffer.from(proofText), place);
    await query`
      insert into platform.sealing_key (id, proof) values (${keyIdOf(first)}, ${proof}) on conflict do nothing
    `.execute(sql);
  }
  // What is left of keys that seal nothing any more.
  await query`delete from platform.sealing_key where id <> all(${keys.map(keyIdOf)}::bytea[])`.execute(sql);
  return keys;
}

/** Why the configured keys do not fit this database, in words; undefined when they do. Writes nothing. */
export async function findKeyFault(
  config: KeyConfig,
  sql: Sql,
  sealed: readonly Sealed[],
): Promise<string | undefined> {
  const keys = (await readSecretKeys(config)) ?? [];
  const { rows: proofs } = await query<{ id: Buffer; proof: Buffer }>`
    select id, proof from platform.sealing_key`.execute(sql);
  const opened = keys.length === 0 ? [] : proofs.filter(({ proof }) => opens(keys, proof));
  if (proofs.length > 0 && opened.length === proofs.length) return undefined;
  const missing: string[] = [];
  for (const { what, count } of sealed) {
    const found = await count(sql, keys.map(keyIdOf));
    if (found > 0) missing.push(`${found} ${what}`);
  }
  // A proof of the same id that does not open is another key.
  const isForged = proofs.some(
    (proof) => !opened.includes(proof) && keys.some((key) => keyIdOf(key).equals(proof.id)),
  );
  if (missing.length === 0 && !isForged) return undefined;
  const ids = proofs.filter((proof) => !opened.includes(proof)).map(({ id }) => id.toString('hex'));
  const named = ids.length > 0 ? ` (key id ${ids.join(', ')})` : '';
  return `The secret key of this database is missing${named}: ${missing.join(', ')} cannot be opened with ${sourceOf(config, keys)}. Restore the key, or put it behind the new one; if it is lost for good, "npm run ops forget-sealed -- --as <your name>" deletes what it sealed.`;
}

/** Deletes what the configured keys do not open, and returns how many of each. */
export async function forgetSealed(
  config: KeyConfig,
  sql: Sql,
  sealed: readonly Sealed[],
): Promise<Array<[what: string, count: number]>> {
  const keyIds = ((await readSecretKeys(config)) ?? []).map(keyIdOf);
  const deleted: Array<[string, number]> = [];
  for (const { what, forget } of sealed) deleted.push([what, await forget(sql, keyIds)]);
  await query`delete from platform.sealing_key where id <> all(${keyIds}::bytea[])`.execute(sql);
  return deleted;
}

function opens(keys: readonly Buffer[], proof: Buffer): boolean {
  try {
    return createSecretBox(keys).open(proof, place).toString() === proofText;
  } catch {
    return false;
  }
}

function sourceOf(config: KeyConfig, keys: readonly Buffer[]): string {
  if (config.secretKey !== undefined) return 'SECRET_KEY';
  const file = config.secretKeyFile ?? `${config.dataDirectory}/secret.key`;
  return keys.length === 0 ? `${file}, which does not exist` : file;
}
