/**
 * A cache of the ids of clients' wallets, so that not every order reads them: wallets are permanent, and their owner and asset never change. Missing
 * ones are read. Whether a wallet is locked, and its balance, is not cached.
 */
import { type InstrumentCode, instruments } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { findWallets } from '../../wallets/index.ts';

const mostKept = 10_000;

/** A client's crypto wallets. */
export interface CryptoClient {
  /** False: the client does not use crypto. */
  readonly isUser: boolean;
  /** By asset. */
  readonly wallets: ReadonlyMap<string, string>;
}

interface Wanted {
  readonly clientId: string;
  readonly instrument: InstrumentCode;
}

/** Finds the wallets of clients, given the orders that they want to place. */
export type FindCryptoClients = (
  sql: Sql,
  wanted: readonly Wanted[],
) => Promise<ReadonlyMap<string, CryptoClient>>;

/** One per process. A client who lacks one of the two wallets is read again each time. Keeps 10,000 clients. */
export function createKnownWallets(): FindCryptoClients {
  const kept = new Map<string, CryptoClient>();
  return async (sql, wanted) => {
    const due = new Set<string>();
    for (const { clientId, instrument } of wanted) {
      const { base, quote } = instruments[instrument];
      const known = kept.get(clientId);
      if (!known?.isUser || !known.wallets.has(base) || !known.wallets.has(quote)) due.add(clientId);
    }
    if (due.size > 0)
      for (const [clientId, client] of await readClients(sql, [...due])) kept.set(clientId, client);
    const found = new Map(wanted.map(({ clientId }) => [clientId, kept.get(clientId) ?? unknown(clientId)]));
    for (const clientId of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(clientId);
    }
    return found;
  };
}

async function readClients(sql: Sql, clientIds: readonly string[]): Promise<Map<string, CryptoClient>> {
  const { users, wallets } = await findWallets(sql, clientIds);
  const byClient = Map.groupBy(wallets, ({ clientId }) => clientId);
  return new Map(
    clientIds.map((id) => [
      id,
      {
        isUser: users.has(id),
        wallets: new Map(byClient.get(id)?.map((wallet) => [wallet.asset, wallet.id])),
      },
    ]),
  );
}

function unknown(clientId: string): never {
  throw new Error(`the wallets of ${clientId} were not read`);
}
