/**
 * The load of the payments benchmark: connections that each have one payment in flight, spoken in plain HTTP/1.1 so that
 * the generator takes as little as it can of the machine that it measures. Every request has its own idempotency key; any
 * answer but 201 ends the run. A process of its own; prints its figures as JSON.
 *
 *   node payments-load.ts <port> <connections> <seconds> <payers>
 *
 * `payers` is a JSON file: [{"token", "accounts", "beneficiaryId"}, …]; the connections share them evenly.
 */
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { newId } from '@calmly/server/src/platform/ids.ts';
import type { BenchPayer, PaymentsLoad } from './payments-bench.ts';

const [port = '', connections = '', seconds = '', file = ''] = process.argv.slice(2);
const payers: BenchPayer[] = JSON.parse(await readFile(file, 'utf8'));
/** Not counted: the first connections and the warm-up of both processes. */
const warmUpMs = 1_000;

const latenciesMs: number[] = [];
let counting = false;
let running = true;

function requestOf({ token, accounts, beneficiaryId }: BenchPayer): string {
  const account = accounts[Math.floor(Math.random() * accounts.length)]?.number;
  const body = JSON.stringify({
    AccountFrom: account,
    BeneficiaryId: beneficiaryId,
    Amount: '1.00',
    Details: 'Invoice 7',
  });
  return [
    'POST /api/transactions HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    `Idempotency-Key: ${newId()}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

function openConnection(payer: BenchPayer): void {
  const socket = connect(Number(port), '127.0.0.1');
  let received = '';
  let sentAt = 0;
  const send = () => {
    sentAt = performance.now();
    socket.write(requestOf(payer));
  };
  socket.setNoDelay(true);
  socket.on('connect', send);
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    const bodyAt = received.indexOf('\r\n\r\n') + 4;
    if (bodyAt < 4) return;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
    if (received.length < bodyAt + length) return;
    if (!received.startsWith('HTTP/1.1 201')) throw new Error(`a payment was answered: ${received}`);
    if (counting) latenciesMs.push(performance.now() - sentAt);
    received = '';
    if (running) send();
    else socket.end();
  });
}

for (let index = 0; index < Number(connections); index += 1) {
  const payer = payers[index % payers.length];
  if (payer) openConnection(payer);
}
setTimeout(() => {
  counting = true;
  setTimeout(() => {
    counting = false;
    running = false;
    const sorted = latenciesMs.sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
    const load: PaymentsLoad = {
      paymentsPerSecond: sorted.length / Number(seconds),
      p50Ms: at(0.5),
      p99Ms: at(0.99),
    };
    process.stdout.write(JSON.stringify(load));
  }, Number(seconds) * 1_000);
}, warmUpMs);
