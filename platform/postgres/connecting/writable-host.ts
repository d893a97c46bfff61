/**
 * Finds the one of several hosts that accepts writes, and follows it when another one is promoted.
 *
 * One connection, the watch, stays open to the writable host. While it answers, new connections go to that host without a question. Once it is lost,
 * all hosts are asked at the same time, until one of them accepts writes; connections to other hosts are then cut, because a machine without power
 * does not close them. PostgreSQL 14 and later report at the start of a session, and at each change, whether it is a standby or read-only.
 * Two hosts that accept writes for a moment are not told apart here: only synchronous replication prevents the old one from acknowledging a payment.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Address } from './addresses.ts';
import { reasonOf } from './reasons.ts';

/** How long a host may take to accept a connection, and a watched one to answer. */
const answerMs = 2_000;
const beatMs = 1_000;
/** Pause before a host is asked again. */
const againMs = 250;

/** No host accepts writes at the moment. Has the SQLSTATE `cannot_connect_now`. */
export class NoWritableHost extends Error {
  readonly code = '57P03';
  /** Whether a host answered that it is a standby, read-only or starting, so that it may accept writes soon. */
  readonly mayChange: boolean;
  readonly faults: readonly HostFault[];
  constructor(faults: readonly HostFault[]) {
    super(faults.map(({ host, reason }) => `${host}: ${reason}`).join('; '));
    this.faults = faults;
    this.mayChange = faults.some(({ mayChange }) => mayChange);
  }
}

interface HostFault {
  readonly host: string;
  readonly reason: string;
  readonly mayChange: boolean;
}

/** What a session says about itself. */
type Role = 'writable' | 'a standby' | 'read-only';

/** Reads a session's role, from before it is opened until it ends. */
export function roleOf(client: pg.Client, onChange: (role: Role) => void = () => undefined): () => Role {
  const said = new Map<string, string>();
  const role = (): Role => {
    if (said.get('in_hot_standby') === 'on') return 'a standby';
    return said.get('default_transaction_read_only') === 'on' ? 'read-only' : 'writable';
  };
  client.connection.on(
    'parameterStatus',
    ({ parameterName, parameterValue }: { parameterName: string; parameterValue: string }) => {
      const before = role();
      said.set(parameterName, parameterValue);
      if (role() !== before) onChange(role());
    },
  );
  return role;
}

/** The driver's pool uses this method too. */
const unref = (client: pg.Client & { unref?: () => void }) => client.unref?.();

/** Closes a connection without waiting for the other side, which may be gone. */
export function cut(client: pg.Client): void {
  const gone = new Error('the database server was left: it does not answer, or another one accepts writes');
  client.connection.stream.destroy(Object.assign(gone, { code: 'ECONNRESET' }));
}

/** A connection to this host if it accepts writes; throws a NoWritableHost that says why not. */
export async function openWritable({ name, url }: Address): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'calmly watch',
    connectionTimeoutMillis: answerMs,
  });
  client.on('error', () => undefined);
  const role = roleOf(client);
  try {
    await client.connect();
  } catch (error) {
    const isStarting = error instanceof Error && 'code' in error && error.code === '57P03';
    throw new NoWritableHost([{ host: name, reason: reasonOf(error), mayChange: isStarting }]);
  }
  const found = role();
  if (found === 'writable') return client;
  void client.end();
  throw new NoWritableHost([{ host: name, reason: found, mayChange: true }]);
}

export interface HostFinder {
  /** The host that accepts writes; throws a NoWritableHost. */
  find(): Promise<Address>;
  /** Follows this connection until it ends: it is cut when another host accepts writes. */
  follow(client: pg.Client, host: Address): void;
}

interface Found {
  readonly host: Address;
  readonly client: pg.Client;
}

export function createHostFinder(hosts: readonly Address[]): HostFinder {
  const followed = new Map<pg.Client, Address>();
  let watched: Found | undefined;
  let asking: Promise<Address> | undefined;
  let isLooking = false;

  /** All hosts at the same time. While one of them has not answered, the others are asked again. */
  async function askAll(): Promise<Address> {
    const faults = new Map<Address, NoWritableHost>();
    let isOver = false;
    async function ask(host: Address): Promise<Found> {
      for (;;) {
        try {
          const client = await openWritable(host);
          if (!isOver) return { host, client };
          void client.end();
          throw new NoWritableHost([]);
        } catch (error) {
          if (!(error instanceof NoWritableHost)) throw error;
          faults.set(host, error);
        }
        if (isOver || faults.size === hosts.length) throw new NoWritableHost([]);
        await sleep(againMs);
      }
    }
    const found = await Promise.any(hosts.map(ask))
      .catch(() => {
        throw joined([...faults.values()]);
      })
      .finally(() => {
        isOver = true;
      });
    watch(found);
    return found.host;
  }

  function watch(found: Found): void {
    const { client, host } = found;
    watched = found;
    for (const [other, at] of followed) if (at !== host) cut(other);
    let isWaiting = false;
    const beats = setInterval(() => {
      // The last answer is a whole beat late, or two.
      if (isWaiting) return cut(client);
      isWaiting = true;
      client.query('').then(
        () => {
          isWaiting = false;
        },
        () => undefined,
      );
    }, beatMs);
    // A command that is done ends, although the watch is still open.
    beats.unref();
    unref(client);
    roleOf(client, () => cut(client));
    client.once('end', () => {
      clearInterval(beats);
      if (watched === found) watched = undefined;
      void keepLooking();
    });
  }

  /** Looks for the next writable host while there are connections to the old one. */
  async function keepLooking(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    while (watched === undefined && followed.size > 0) {
      await find().catch(() => undefined);
      if (watched === undefined) await sleep(againMs);
    }
    isLooking = false;
  }

  function find(): Promise<Address> {
    if (watched) return Promise.resolve(watched.host);
    asking ??= askAll().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    find,
    follow(client, host) {
      followed.set(client, host);
      client.once('end', () => {
        followed.delete(client);
        if (followed.size === 0) void watched?.client.end();
      });
    },
  };
}

/** One error of several hosts. */
function joined(errors: readonly NoWritableHost[]): NoWritableHost {
  return new NoWritableHost(errors.flatMap((error) => error.faults));
}
