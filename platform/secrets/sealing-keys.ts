/**
 * Checks that the configured keys are those that this database was sealed with.
 * The database stores a proof per key: a text sealed with it. If the keys open none of the proofs, or a key is missing that still seals values, the
 * start is refused with instructions: a new key would make authenticator apps and documents unreadable for good. A database from before the proofs is
 * checked by the key ids in its sealed values. A key that no longer seals anything may be removed.
 */
import { sql as query } from 'kysely';
import { Refusal } from '../refusal.ts';
import type { Sql } from '../work.ts';
import { createSecretBox, keyIdOf } from './secret-box.ts';
import { type KeyConfig, loadSecretKeys, readSecretKeys } from './secret-key.ts';

/** A column of sealed values. */
export interface Sealed {
  /** The kind of values, in the plural: `authenticator apps`. */
  readonly what: string;
  /** Number of values sealed with each key, by key id in hex. */
  counts(sql: Sql): Promise<ReadonlyMap<string, number>>;
  /** Deletes the values sealed with these keys. */
  forget(sql: Sql, keyIds: readonly string[]): Promise<void>;
  /**
   * Reseals the next part of the values that are sealed with an older key than the first one, in the open transaction, which locks their rows.
   * `after`: where the previous part ended. Throws if none of the keys opens a value.
   */
  reseal(sql: Sql, keys: readonly Buffer[], after: PartEnd | undefined): Promise<ResealedPart>;
}

/** The key of the last row of a part. */
type PartEnd = readonly string[];

export interface ResealedPart {
  readonly count: number;
  /** Undefined after the last part. */
  readonly end: PartEnd | undefined;
}

interface SealedColumn {
  readonly what: string;
  readonly table: string;
  readonly column: string;
  /** Which rows have sealed values; by default all of them. */
  readonly condition?: string;
  /** The value may be null because the row contains more than it: a lost value leaves its row. */
  readonly isOptional?: true;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  /** The columns that make up a value's place; by default the key. */
  readonly placedBy?: readonly string[];
  readonly placeOf: (...values: string[]) => string;
  /** Values per transaction; fewer for large ones. */
  readonly atOnce?: number;
  /** Other columns of the row that are updated from the opened value. */
  readonly also?: (
    row: ReadonlyMap<string, Buffer>,
    opened: Buffer,
    keys: readonly Buffer[],
    values: readonly string[],
  ) => ReadonlyMap<string, Buffer>;
  /** Other columns that `also` reads. */
  readonly reads?: readonly string[];
}

export function sealedIn(sealed: SealedColumn): Sealed {
  const { what, table, column, isOptional, key, atOnce = 200, reads = [] } = sealed;
  const condition = sealed.condition ?? (isOptional ? `${column} is not null` : 'true');
  const [name, where] = [query.raw(table), query.raw(condition)];
  const keyId = query.raw(`encode(substring(${column} from 2 for 4), 'hex')`);
  const placedBy = sealed.placedBy ?? key;
  return {
    what,
    async counts(sql) {
      const { rows } = await query<{ keyId: string; count: bigint }>`
        select ${keyId} as "keyId", count(*) from ${name} where ${where} group by 1`.execute(sql);
      return new Map(rows.map((row) => [row.keyId, Number(row.count)]));
    },
    async forget(sql, keyIds) {
      const lose = query.raw(isOptional ? `update ${table} set ${column} = null` : `delete from ${table}`);
      await query`${lose} where ${where} and ${keyId} = any(${[...keyIds]}::text[])`.execute(sql);
    },
    async reseal(sql, keys, after) {
      const box = createSecretBox(keys);
      const [newest] = keys;
      const columns = query.raw([...key, ...placedBy].map((each) => `${each}::text`).join(', '));
      const contents = query.raw([column, ...reads].join(', '));
      const order = query.raw(key.join(', '));
      const isLater = after ? query`(${order}) > (${query.join(after)})` : query`true`;
      const { rows } = await query<{ place: string; texts: string[]; bytes: Buffer[] }>`
        select ctid::text as place, array[${columns}] as texts, array[${contents}] as bytes from ${name}
        where ${where} and ${isLater} and ${keyId} <> ${newest ? hexOf(keyIdOf(newest)) : ''}
        order by ${order} limit ${atOnce} for update`.execute(sql);
      for (const { place: row, texts, bytes } of rows) {
        const values = texts.slice(key.length);
        const [value = Buffer.of(), ...others] = bytes;
        const at = sealed.placeOf(...values);
        const opened = box.open(value, at);
        const read = new Map(reads.map((each, index) => [each, others[index] ?? Buffer.of()]));
        const changed = new Map([
          [column, box.seal(opened, at)],
          ...(sealed.also?.(read, opened, keys, values) ?? []),
        ]);
        const set = [...changed].map(([each, bytes]) => query`${query.raw(each)} = ${bytes}`);
        await query`update ${name} set ${query.join(set)} where ctid = ${row}::tid`.execute(sql);
      }
      const last = rows.at(-1);
      return { count: rows.length, end: rows.length < atOnce ? undefined : last?.texts.slice(0, key.length) };
    },
  };
}

const place = 'sealing key';
const proofText = 'calmly';

/** The configured keys, after checking that they open all sealed values. Creates the server's own key only if none is missing. Refuses other keys. */
export async function loadFittingKeys(
  config: KeyConfig,
  sql: Sql,
  sealed: readonly Sealed[],
): Promise<readonly Buffer[]> {
  const fault = await findKeyFault(config, sql, sealed);
  if (fault) throw new Refusal(fault);
  return loadSecretKeys(config);
}

/** The same for a server that starts, which also records its first key as one that a server has used. */
export async function openSecretKeys(
  config: KeyConfig,
  sql: Sql,
  sealed: readonly Sealed[],
): Promise<readonly Buffer[]> {
  const keys = await loadFittingKeys(config, sql, sealed);
  const [first] = keys;
  if (first) {
    const proof = createSecretBox(keys).seal(Buffer.from(proofText), place);
    await query`
      insert into platform.sealing_key (id, proof) values (${keyIdOf(first)}, ${proof}) on conflict do nothing
    `.execute(sql);
  }
  // Removes records of keys that no longer seal anything.
  await query`delete from platform.sealing_key where id <> all(${keys.map(keyIdOf)}::bytea[])`.execute(sql);
  return keys;
}

/** Refuses a first key that no server has started with, because it may not be stored anywhere. */
export async function requireKeyOfServer(sql: Sql, [first]: readonly Buffer[]): Promise<void> {
  const id = first ? keyIdOf(first) : Buffer.of();
  const { rows } = await query`select from platform.sealing_key where id = ${id}`.execute(sql);
  if (rows.length === 0)
    throw new Refusal(
      `No server has started with this key yet (key id ${hexOf(id)}). Put it first in the settings of every server, restart them, then run this again.`,
    );
}

/** Why the configured keys do not fit this database, in words; undefined if they fit. Writes nothing. */
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
  const unopened = proofs.filter((proof) => !opened.includes(proof)).map(({ id }) => hexOf(id));
  const configured = new Set(keys.map((key) => hexOf(keyIdOf(key))));
  const missing = await countSealed(sql, sealed, (keyId) => !configured.has(keyId));
  // A proof with the same id that does not open belongs to another key.
  const forged = unopened.filter((id) => configured.has(id));
  if (forged.length > 0)
    return `The proof of key ${forged.join(', ')} in platform.sealing_key does not open with ${sourceOf(config, keys)}: another key with this id sealed the database, or the row is damaged. Restore the key or the database.`;
  if (missing.size === 0) return undefined;
  const ids = [...missing.keys()].sort();
  return `The secret key of this database is missing (key id ${ids.join(', ')}). Not opened by ${sourceOf(config, keys)}: ${listOf(missing)}. Restore the key, or put it behind the new one; if it is lost for good, "npm run ops forget-sealed -- --as <your name> ${ids.map((id) => `--key ${id}`).join(' ')}" shows what is lost with it and how to delete that.`;
}

/** Sealed values by key id, then by kind. */
type SealedCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

async function countSealed(
  sql: Sql,
  sealed: readonly Sealed[],
  isMeant: (keyId: string) => boolean,
): Promise<SealedCounts> {
  const byKey = new Map<string, Map<string, number>>();
  for (const { what, counts } of sealed)
    for (const [keyId, count] of await counts(sql)) {
      if (!isMeant(keyId)) continue;
      byKey.set(keyId, (byKey.get(keyId) ?? new Map()).set(what, count));
    }
  return byKey;
}

/** How many values are sealed with keys other than the first one, in words: `documents (3), cards (2)`; empty if none are. */
export async function listOlder(
  sql: Sql,
  sealed: readonly Sealed[],
  keys: readonly Buffer[],
): Promise<string> {
  const newest = keys[0] && hexOf(keyIdOf(keys[0]));
  return listOf(await countSealed(sql, sealed, (keyId) => keyId !== newest));
}

/** `documents (3), cards (2)` */
function listOf(counts: SealedCounts): string {
  const sums = new Map<string, number>();
  for (const kinds of counts.values())
    for (const [what, count] of kinds) sums.set(what, (sums.get(what) ?? 0) + count);
  return [...sums].map(([what, count]) => `${what} (${count})`).join(', ');
}

/** The values sealed with lost keys. */
export interface LostKeys {
  /** Number of values of all kinds. */
  readonly total: number;
  /** `documents (3), cards (2)` */
  readonly list: string;
}

/**
 * The values that these keys sealed. Refuses a configured key, and a key that sealed nothing.
 * @param keyIds in hex, as named by the refused start
 */
export async function findLost(
  config: KeyConfig,
  sql: Sql,
  sealed: readonly Sealed[],
  keyIds: readonly string[],
): Promise<LostKeys> {
  const configured = ((await readSecretKeys(config)) ?? []).map((key) => hexOf(keyIdOf(key)));
  const counts = await countSealed(sql, sealed, (keyId) => keyIds.includes(keyId));
  for (const keyId of keyIds) {
    if (configured.includes(keyId)) throw new Refusal(`The key ${keyId} is not lost: it is configured.`);
    if (!counts.has(keyId)) throw new Refusal(`Nothing is sealed with a key ${keyId}.`);
  }
  const total = [...counts.values()].flatMap((kinds) => [...kinds.values()]).reduce((sum, n) => sum + n, 0);
  return { total, list: listOf(counts) };
}

/** Deletes the values that these keys sealed. Call `findLost` in the same transaction first. */
export async function forgetSealed(
  sql: Sql,
  sealed: readonly Sealed[],
  keyIds: readonly string[],
): Promise<void> {
  for (const { forget } of sealed) await forget(sql, keyIds);
  await query`delete from platform.sealing_key where encode(id, 'hex') = any(${[...keyIds]}::text[])`.execute(
    sql,
  );
}

const hexOf = (id: Buffer) => id.toString('hex');

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
