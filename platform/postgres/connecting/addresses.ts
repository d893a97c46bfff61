/**
 * `DATABASE_URL`: one server, or the servers of one cluster separated by commas, as libpq writes them:
 * `postgres://user:password@db1:5432,db2:5432/bank?target_session_attrs=read-write`. PostgreSQL's driver for Node takes one host only.
 */
import { Refusal } from '../../refusal.ts';

export interface Address {
  /** For messages: host and port, never a password. */
  readonly name: string;
  /** The URL of this host alone, for the driver. */
  readonly url: string;
}

const form = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s;
const example = 'postgres://user@host/name or postgres://user@host1,host2/name';

/** The server takes both words for the same host: the one that accepts writes. */
const writable = new Set(['read-write', 'primary']);

/** Why this is no address of a database; undefined if it is one. Repeats no part of it, because it may contain a password. */
export function addressFault(url: string): string | undefined {
  const [, scheme, , hosts = '', rest = ''] = form.exec(url) ?? [];
  if (scheme === undefined || !hosts.split(',').every((host) => isPlace(host, hosts.includes(','))))
    return `must be an address such as ${example}`;
  const query = new URL(`postgres://host${rest}`).searchParams;
  if (query.get('host')?.includes(',')) return `must name several hosts before the database: ${example}`;
  const wanted = query.getAll('target_session_attrs');
  if (wanted.some((word) => !writable.has(word)))
    return 'may have target_session_attrs=read-write or primary only: the server has to write, so a standby is of no use to it';
  return undefined;
}

/** Its hosts in the order in which they are written. Throws a Refusal if it is no address. */
export function addressesIn(url: string): readonly Address[] {
  const fault = addressFault(url);
  if (fault !== undefined) throw new Refusal(`The database’s address ${fault}.`);
  const [, , , hosts = ''] = form.exec(url) ?? [];
  if (!hosts.includes(',') && !url.includes('target_session_attrs')) return [{ name: nameOf(hosts), url }];
  return hosts.split(',').map((host) => ({ name: nameOf(host), url: forHost(url, host) }));
}

/** A single host may be empty, when a parameter names a unix socket. */
function isPlace(host: string, isOneOfSeveral: boolean): boolean {
  if (host === '') return !isOneOfSeveral;
  return URL.canParse(`postgres://${host}`) && new URL(`postgres://${host}`).hostname !== '';
}

const nameOf = (host: string) => (/:\d+$/.test(host) ? host : `${host || 'localhost'}:5432`);

/** The driver would take `target_session_attrs` for one of its own settings. */
function forHost(url: string, host: string): string {
  const [, scheme = '', user = '', , rest = ''] = form.exec(url) ?? [];
  const single = new URL(`${scheme}${user}${host}${rest}`);
  single.searchParams.delete('target_session_attrs');
  return single.href;
}
