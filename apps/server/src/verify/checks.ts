/** The comparisons of `npm run verify` besides the books themselves: each product's facts with the ledger, and with each other. */
import { formatDecimal } from '@calmly/domain';
import type { Config } from '@calmly/platform/config/config.ts';
import type { Database } from '@calmly/platform/database.ts';
import { readSecretKeys } from '@calmly/platform/secrets/secret-key.ts';
import { verifyStatements } from '@calmly/products/accounts/server/statements/index.ts';
import { verifyTransactions } from '@calmly/products/accounts/server/transactions/index.ts';
import { cardBookings, verifyDebts } from '@calmly/products/cards/server/index.ts';
import { verifyTrading } from '@calmly/products/crypto/server/trading/index.ts';
import { proveReserves, type Reserve, reserveFaults } from '@calmly/products/crypto/server/wallets/index.ts';
import {
  listUnread,
  verifyClosings,
  verifyNostro,
  verifyRailFiles,
  verifySuspense,
} from '@calmly/products/payments/server/clearing/index.ts';
import { type Counts, moveAnchor } from './anchor.ts';
import { verifyKept } from './files.ts';
import { verifyHolds } from './holds.ts';
import { verifyPayouts } from './payouts.ts';
import { verifyRail } from './rail.ts';

export interface Finding {
  /** In English; empty if all is right. */
  readonly faults: readonly string[];
  /** Printed below in any case. */
  readonly notes?: readonly string[];
  /** Why it could not be checked. */
  readonly skipped?: string;
}

export interface Check {
  /** Names it in tests. */
  readonly name: string;
  /** The statement that holds if nothing is wrong. */
  readonly meaning: string;
  run(tools: {
    readonly config: Config;
    readonly database: Database;
    /** Counts of transfers and entries from the check of the books. */
    readonly counted: Counts;
  }): Promise<Finding>;
}

/** In printing order. */
export const checks: readonly Check[] = [
  {
    name: 'rows',
    meaning: 'the entries of clients belong to transactions and come to what these say',
    run: async ({ database }) => ({
      faults: await verifyTransactions(database.sql, cardBookings),
    }),
  },
  {
    name: 'holds',
    meaning:
      'each open reservation holds what an open payment, payout, card payment, withdrawal or order takes',
    run: async ({ database }) => ({ faults: await verifyHolds(database.sql) }),
  },
  {
    name: 'debts',
    meaning: 'what the cards owe is what the bank has paid for them',
    run: async ({ database }) => ({ faults: await verifyDebts(database.sql) }),
  },
  {
    name: 'payouts',
    meaning: 'each paid row of a payout has one payment, and each payment of a payout its row',
    run: async ({ database }) => ({ faults: await verifyPayouts(database.sql) }),
  },
  {
    name: 'rail',
    meaning: 'the states of payments agree with what was sent to the bank',
    run: async ({ config, database }) =>
      config.railFiles
        ? { faults: await verifyRail(database.sql) }
        : { faults: [], skipped: 'RAIL is not files' },
  },
  {
    name: 'suspense',
    meaning: 'the suspense accounts equal the open suspense items',
    run: async ({ database }) => ({ faults: await verifySuspense(database.sql) }),
  },
  {
    name: 'trading',
    meaning: 'the trades, the orders and the book of the exchange agree with the ledger',
    run: async ({ database }) => ({ faults: await verifyTrading(database.sql) }),
  },
  {
    name: 'statements',
    meaning: 'the official statements have the figures of the ledger',
    run: async ({ database }) => ({ faults: await verifyStatements(database.sql) }),
  },
  {
    name: 'files',
    meaning: 'documents and kept files are as they were written, and none is missing',
    async run({ config, database }) {
      const keys = isKeyHere(config) ? await readSecretKeys(config) : undefined;
      return keys === undefined
        ? { faults: [], skipped: 'the secret key is not here' }
        : { faults: await verifyKept(database.sql, keys) };
    },
  },
  {
    name: 'nostro',
    meaning: "the entries lead from each closing balance of the bank's accounts at other banks to the next",
    run: ({ database }) => verifyClosings(database.sql),
  },
  {
    name: 'nostro movements',
    meaning: 'each movement on the nostro accounts has its entry at the bank, or a reason why not',
    async run({ config: { railFiles }, database }) {
      if (!railFiles) return { faults: [], skipped: 'RAIL is not files' };
      const { faults, notes } = await verifyNostro(database.sql);
      return { faults, notes: [...notes, ...(await listUnread(railFiles.inbox))] };
    },
  },
  {
    name: 'rail files',
    meaning: 'the files that the bank sent are as they were read',
    async run({ config: { railFiles }, database }) {
      if (!railFiles) return { faults: [], skipped: 'RAIL is not files' };
      const { faults, missing } = await verifyRailFiles(database.sql, railFiles.inbox);
      return { faults, notes: missing > 0 ? [`${missing} of them are in done/ no more`] : [] };
    },
  },
  {
    name: 'reserves',
    meaning: 'the chains hold what clients and the bank own of each crypto asset',
    async run({ config, database }) {
      const { createChains } = await import('../chains.ts');
      const reserves = await proveReserves(database.sql, createChains(config, database).wallets.networks);
      return { faults: reserveFaults(reserves), notes: reserves.filter(isUsed).map(reserveLine) };
    },
  },
  {
    name: 'anchor',
    meaning: 'the database has all that its anchor says it had',
    async run({ config: { anchorFile }, database, counted }) {
      if (anchorFile === undefined) return { faults: [], skipped: 'ANCHOR_FILE is not set' };
      const { faults, since } = await moveAnchor(database.sql, anchorFile, counted);
      return {
        faults,
        notes: [since === undefined ? `first written now: ${anchorFile}` : `${anchorFile} of ${since}`],
      };
    },
  },
];

/** With an external database server the key may be elsewhere: it is here if it is configured, or stored next to the database. */
export const isKeyHere = ({ databaseUrl, secretKey, secretKeyFile }: Config): boolean =>
  databaseUrl === undefined || (secretKey ?? secretKeyFile) !== undefined;

const isUsed = ({ custody, holdings }: Reserve) => custody !== 0n || holdings !== 0n;

function reserveLine({ asset, wallets, own, holdings, unbooked }: Reserve): string {
  const [clients, bank, chain, waiting] = [wallets, own, holdings, unbooked].map((minor) =>
    formatDecimal(minor, asset),
  );
  return `${asset}: clients ${clients}, bank ${bank}, on the chain ${chain}, of which not booked yet ${waiting}`;
}
