/**
 * The poster: posting for callers that have one transfer and no transaction of their own. What arrives while a commit is on
 * its way is posted together in the next one, so many callers share a commit and a lone caller waits for nobody. The answer
 * comes after the commit. A full queue refuses with `overloaded` (503).
 */
import { type Database, sqlStateOf } from '../../platform/database.ts';
import { grouped } from '../../platform/group.ts';
import { post, type Transfer, type Verdict } from './posting.ts';

interface LedgerPoster {
  /** Posts and commits. After a rejection the outcome is unknown: repeat with the same id, which is posted once at most. */
  post(transfer: Transfer): Promise<Verdict>;
}

const groupLimit = 256;
const queueLimit = 4096;

export function createLedgerPoster(database: Database): LedgerPoster {
  return {
    post: grouped((transfers) => postGroup(database, transfers), {
      name: 'ledger',
      limit: groupLimit,
      queueLimit,
    }),
  };
}

/** Each statement commits for itself, which is what makes a group one round trip. */
async function postGroup(
  database: Database,
  transfers: readonly Transfer[],
): Promise<ReadonlyArray<Verdict | Error>> {
  try {
    return await post(database.sql, transfers);
  } catch (error) {
    if (!breaksConstraint(error)) throw error;
  }
  // One of them cannot be stored at all; alone, each hears its own answer.
  const answers: (Verdict | Error)[] = [];
  for (const transfer of transfers) answers.push(await postAlone(database, transfer));
  return answers;
}

async function postAlone(database: Database, transfer: Transfer): Promise<Verdict | Error> {
  try {
    const [verdict] = await post(database.sql, [transfer]);
    return verdict ?? new Error('the ledger gave no verdict');
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint): nothing was posted, and never will be as it stands. */
const breaksConstraint = (error: unknown) => /^2[23]/.test(sqlStateOf(error) ?? '');
