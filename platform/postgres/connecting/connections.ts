/** How every connection to the database is opened: noticed when its peer is gone, and to the host that accepts writes if there are several. */
import pg from 'pg';
import { liveConnection } from '../liveness.ts';
import { addressesIn } from './addresses.ts';
import { createHostFinder, cut, type HostFinder, NoWritableHost, roleOf } from './writable-host.ts';

/** One for all pools and connections of an address, so that they move together. */
const finders = new Map<string, typeof pg.Client>();

/** Options of a connection or a pool; `settings` are session settings as `-c name=value`, added to those in the address. */
export function connectionTo(url: string, settings = '') {
  const hosts = addressesIn(url);
  const [first] = hosts;
  const single = new URL(first?.url ?? url);
  const own = single.searchParams.get('options') ?? '';
  // The driver would take those of the address instead of ours.
  if (own !== '') single.searchParams.delete('options');
  return {
    connectionString: own === '' ? (first?.url ?? url) : single.href,
    ...liveConnection(`${settings} ${own}`.trim()),
    ...(hosts.length > 1 ? { Client: followingClient(url) } : {}),
  };
}

/** A connection outside the pool, not open yet. */
export function newClient(
  url: string,
  config: pg.ClientConfig & { readonly settings?: string } = {},
): pg.Client {
  const { settings, ...others } = config;
  const { Client = pg.Client, ...connection } = connectionTo(url, settings);
  return new Client({ ...others, ...connection });
}

function followingClient(url: string): typeof pg.Client {
  const known = finders.get(url) ?? createFollowingClient(createHostFinder(addressesIn(url)));
  finders.set(url, known);
  return known;
}

/** The driver's client, which chooses its host when it connects. A client connects once, so a failed one reports its error to the caller. */
function createFollowingClient(finder: HostFinder): typeof pg.Client {
  return class FollowingClient extends pg.Client {
    #isClosed = false;

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
    override connect(
      callback?: (error: Error | null, client?: pg.Client) => void,
    ): Promise<pg.Client> | undefined {
      const connected = this.#connectToWritable().then(() => this);
      if (callback === undefined) return connected;
      connected.then(
        () => callback(null, this),
        (error: Error) => callback(error),
      );
      return undefined;
    }

    override end(): Promise<void>;
    override end(callback: (error: Error) => void): void;
    override end(callback?: (error: Error) => void): Promise<void> | void {
      this.#isClosed = true;
      return callback === undefined ? super.end() : super.end(callback);
    }

    async #connectToWritable(): Promise<void> {
      const host = await finder.find();
      if (this.#isClosed) throw new Error('Client was closed and is not queryable');
      const { hostname, port } = new URL(host.url);
      this.host = hostname.replace(/^\[(.*)\]$/, '$1');
      this.port = Number(port) || 5432;
      finder.follow(this, host);
      const role = roleOf(this);
      await new Promise<void>((resolve, reject) => {
        super.connect((error: Error | null) => (error ? reject(error) : resolve()));
      });
      if (role() === 'writable') return;
      cut(this);
      throw new NoWritableHost([{ host: host.name, reason: role(), mayChange: true }]);
    }
  };
}
