/**
 * A server under load, for the tests that kill it: callers post random transfers, which share commits as calls do, and write the
 * id of each acknowledged one to a file. A call whose outcome is unknown is repeated with the same id, as a client would.
 *
 *   node ledger-load.ts <database url> <acknowledgement file> <honest | ack-before-commit> <account id>…
 *
 * `ack-before-commit` is the negative control: the same load by a server that answers first and commits then.
 */
import { openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { grouped } from '@calmly/platform/jobs/group.ts';
import { post, type Transfer } from '@calmly/products/ledger/server/index.ts';
import { chanceOfRun } from '../support/chance.ts';
import { at } from '../support/clients/ledger.ts';

const callers = 16;
const chance = chanceOfRun('ledger load');
const [url = '', file = '', mode = '', ...accounts] = process.argv.slice(2);
const acknowledgements = openSync(file, 'a');
/** A single write call: its data survives a kill of this process. */
const acknowledge = (id: string) => writeSync(acknowledgements, `${id}\n`);

const database = openDatabase(url, { poolSize: 4 });
const submit = mode === 'honest' ? honest(database) : ackBeforeCommit(database);
await Promise.all(Array.from({ length: callers }, call));

async function call(): Promise<never> {
  for (;;) {
    const transfer = randomTransfer();
    while (!(await submit(transfer))) await sleep(50);
  }
}

/** Returns whether the transfer is done; false if unknown. */
function honest(books: Database): (transfer: Transfer) => Promise<boolean> {
  const postOne = grouped((transfers: readonly Transfer[]) => post(books.sql, transfers), {
    limit: 256,
    queueLimit: 4_096,
  });
  return async (transfer) => {
    try {
      const verdict = await postOne(transfer);
      if (verdict.ok || verdict.reason === 'duplicate') acknowledge(transfer.id);
      return true;
    } catch {
      return false;
    }
  };
}

function ackBeforeCommit(books: Database): (transfer: Transfer) => Promise<boolean> {
  return async (transfer) => {
    try {
      await books.inTransaction(async (sql) => {
        const [verdict] = await post(sql, [transfer]);
        if (verdict?.ok) acknowledge(transfer.id);
        await sleep(5);
      });
      return true;
    } catch {
      // Incorrectly acknowledged, so no caller repeats it.
      return true;
    }
  };
}

function randomTransfer(): Transfer {
  const debit = chance.below(accounts.length);
  const credit = (debit + 1 + chance.below(accounts.length - 1)) % accounts.length;
  return {
    id: newId(),
    debitAccountId: at(accounts, debit),
    creditAccountId: at(accounts, credit),
    amountMinor: BigInt(1 + chance.below(100)),
    code: 'load',
    at: new Date(),
  };
}
