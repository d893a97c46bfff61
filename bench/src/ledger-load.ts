/**
 * The load of the ledger benchmark: connections that each have one request in flight, spoken in plain HTTP/1.1 so that the
 * generator takes as little as it can of the machine that it measures. A process of its own; prints its counts as JSON.
 *
 *   node ledger-load.ts <port> <connections> <seconds> <uniform | hot | refused> <accounts>
 *
 * `accounts` is a JSON file: {"clients": […], "hot": …, "empty": …}.
 */
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { newId } from '@calmly/server/src/platform/ids.ts';
import type { LedgerLoadCounts, LedgerLoadMix } from './ledger-bench.ts';

interface Accounts {
  readonly clients: readonly string[];
  readonly hot: string;
  readonly empty: string;
}

const [port = '', connections = '', seconds = '', mixText = '', file = ''] = process.argv.slice(2);
const mix = mixText as LedgerLoadMix;
const accounts: Accounts = JSON.parse(await readFile(file, 'utf8'));
/** Not counted: the first connections and the warm-up of both processes. */
const warmUpMs = 1_000;

const counts: LedgerLoadCounts = { posted: 0, refused: 0, seconds: Number(seconds) };
let counting = false;
let running = true;

const client = () => accounts.clients[Math.floor(Math.random() * accounts.clients.length)] ?? '';

function nextTransfer(): { debit: string; credit: string } {
  const debit = client();
  let credit = client();
  while (credit === debit) credit = client();
  if (mix === 'refused' && Math.random() < 0.01) return { debit: accounts.empty, credit };
  if (mix === 'hot' && Math.random() < 0.5)
    return Math.random() < 0.5 ? { debit, credit: accounts.hot } : { debit: accounts.hot, credit };
  return { debit, credit };
}

function nextRequest(): string {
  const body = JSON.stringify({ id: newId(), ...nextTransfer(), amountMinor: '1' });
  return `POST /transfers HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

function openConnection(): void {
  const socket = connect(Number(port), '127.0.0.1');
  let received = '';
  socket.setNoDelay(true);
  socket.on('connect', () => socket.write(nextRequest()));
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    const bodyAt = received.indexOf('\r\n\r\n') + 4;
    if (bodyAt < 4) return;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
    if (received.length < bodyAt + length) return;
    if (!received.startsWith('HTTP/1.1 200')) throw new Error(`the ledger answered: ${received}`);
    if (counting) counts[received.startsWith('{"ok":true', bodyAt) ? 'posted' : 'refused'] += 1;
    received = '';
    if (running) socket.write(nextRequest());
    else socket.end();
  });
}

for (let index = 0; index < Number(connections); index += 1) openConnection();
setTimeout(() => {
  counting = true;
  setTimeout(() => {
    counting = false;
    running = false;
    process.stdout.write(JSON.stringify(counts));
  }, Number(seconds) * 1_000);
}, warmUpMs);
