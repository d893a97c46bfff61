/**
 * The banks of the stories. Each worker has its own, with its own data, so that two concurrent stories share no client. The
 * configuration starts them; the runner gives a worker its index.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const firstPort = Number(process.env.E2E_PORT ?? 3190);
const data = process.env.CALMLY_TEST_DATA ?? mkdtempSync(join(tmpdir(), 'calmly-e2e-'));
// Workers load this file again.
process.env.CALMLY_TEST_DATA = data;

export interface Bank {
  readonly url: string;
  readonly port: number;
  /** Where a story may start the push service of its browser. */
  readonly pushPort: number;
  /** Where its own people work. */
  readonly officeUrl: string;
  readonly officePort: number;
  /** Its data directory. */
  readonly directory: string;
}

const banksCount = 2;
export const banks: readonly Bank[] = [0, 1].map((place) => ({
  url: `http://localhost:${firstPort + place}`,
  port: firstPort + place,
  pushPort: firstPort + banksCount + place,
  officeUrl: `http://localhost:${firstPort + 2 * banksCount + place}`,
  officePort: firstPort + 2 * banksCount + place,
  directory: join(data, `${place}`),
}));

/** This worker's. */
export function ownBank(): Bank {
  const bank = banks[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (!bank) throw new Error('more workers than banks');
  return bank;
}
