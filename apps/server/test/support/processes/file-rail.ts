/** A bank with the file rail: orders over HTTP on one side, two directories shared with the bank's bank on the other. */
import { mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeskItem, DeskSheet } from '@calmly/platform/desk.ts';
import { newId } from '@calmly/platform/ids.ts';
import type { Log } from '@calmly/platform/log.ts';
import { verifyBooks } from '@calmly/products/ledger/server/index.ts';
import { verifyNostro, verifySuspense } from '@calmly/products/payments/server/clearing/index.ts';
import type { PaymentInformation } from '@calmly/products/payments/server/clearing/iso20022/pain001.ts';
import { startTestApp, type TestApp, testClearing } from '../app.ts';
import { addPayee, type Payer } from '../clients/payments.ts';
import { statusReport } from '../files/bank-files.ts';
import { readPain001 } from '../files/pain001-read.ts';
import { until } from './process.ts';

/** A sent transfer. */
export interface Sent {
  readonly messageId: string;
  readonly payment: PaymentInformation;
  readonly instructionId: string;
  readonly endToEndId: string;
}

export interface FileRailBank {
  readonly app: TestApp;
  readonly outbox: string;
  readonly inbox: string;
  /** Pays 20 euro; returns the payment's id. */
  pay(payer: Payer, more?: { instant?: boolean }): Promise<string>;
  /** Waits for this many files that contain a payment; returns the last one. */
  sentFor(paymentId: string, files?: number): Promise<Sent>;
  /** Puts a complete, backdated file into the inbox, and waits until it is processed. */
  receive(content: string | Uint8Array, name?: string): Promise<'done' | 'failed'>;
  /** Items waiting at the desk. */
  waiting(queue: 'suspense' | 'exception'): Promise<DeskItem[]>;
  sheet(queue: 'suspense' | 'exception', id: string): Promise<DeskSheet | undefined>;
  /** Fails if the books are wrong, or contain movements without an entry of the bank's bank. `tampered`: the test has changed these by hand. */
  close(tampered?: { readonly tampered: boolean }): Promise<void>;
}

/** Max35Text. */
export const reference = () => newId().slice(0, 35);

export const stated = (sent: Sent, status: string, reason?: string) =>
  statusReport({
    id: reference(),
    originalMessageId: sent.messageId,
    paymentInformationId: sent.payment.id,
    transfers: [{ ...sent, status, ...(reason === undefined ? {} : { reason }) }],
  });

export async function startFileRail(options: { readonly log?: Log } = {}): Promise<FileRailBank> {
  const root = await mkdtemp(join(tmpdir(), 'calmly-rail-'));
  const outbox = join(root, 'out');
  const inbox = join(root, 'in');
  const railFiles = { outbox, inbox, pollMs: 50 };
  const app = await startTestApp({ ...options, jobs: true, pollMs: 50, config: { railFiles } });
  const queueOf = (queue: string) =>
    testClearing(app.database, { railFiles }).desk?.find(({ kind }) => kind === queue);
  return {
    app,
    outbox,
    inbox,
    async pay(payer, more = {}) {
      const payee = await addPayee(app, payer.clientId, { trusted: true });
      const { output } = await payer.pay({ beneficiaryId: payee.id, amount: '20.00', ...more });
      return output.id;
    },
    async sentFor(paymentId, files = 1) {
      const endToEndId = paymentId.replaceAll('-', '').toUpperCase();
      const found: Sent[] = [];
      await until(async () => {
        found.length = 0;
        for (const name of (await readdir(outbox)).sort()) {
          if (name.startsWith('.')) continue;
          const { messageId, payments } = readPain001(await readFile(join(outbox, name)));
          for (const payment of payments)
            for (const transfer of payment.transfers)
              if (transfer.endToEndId === endToEndId)
                found.push({ messageId, payment, instructionId: transfer.instructionId, endToEndId });
        }
        return found.length === files;
      });
      const last = found.at(-1);
      if (!last) throw new Error('nothing was sent');
      return last;
    },
    async receive(content, name = `${newId()}.xml`) {
      const part = join(inbox, `.${name}.part`);
      await writeFile(part, content);
      await utimes(part, 1, 1);
      const of = async (folder: string) =>
        (await readdir(join(inbox, folder)).catch((): string[] => [])).filter((each) =>
          each.startsWith(name.replace(/\.xml$/, '')),
        ).length;
      const before = { done: await of('done'), failed: await of('failed') };
      await rename(part, join(inbox, name));
      await until(async () => !(await readdir(inbox)).includes(name));
      // The text with the reason is written after the file is moved.
      if ((await of('failed')) === before.failed) return 'done';
      await until(async () => (await of('failed')) === before.failed + 2);
      return 'failed';
    },
    waiting: async (queue) =>
      (await queueOf(queue)?.list(app.database.sql, { after: undefined, limit: 500 })) ?? [],
    sheet: async (queue, id) => queueOf(queue)?.find(app.database.sql, id),
    async close({ tampered } = { tampered: false }) {
      const { breaches } = await verifyBooks(app.database.sql);
      const suspense = await verifySuspense(app.database.sql);
      const nostro = tampered ? [] : (await verifyNostro(app.database.sql)).faults;
      await app.close();
      await rm(root, { recursive: true, force: true });
      if (breaches.length + suspense.length + nostro.length > 0)
        throw new Error(`the books are wrong: ${JSON.stringify([breaches, suspense, nostro])}`);
    },
  };
}
