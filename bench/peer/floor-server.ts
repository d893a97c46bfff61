/**
 * The floor of the money benchmarks: the minimum that a server must do to take payments by HTTP and commit them. No sign-in, no rules, no jobs: a
 * POST is
 * parsed and writes a payment, a transfer with two entries, two balances and an idempotency key. Requests that arrive while a commit is in flight are
 * written by the next statement.
 * PORT=… DATABASE_URL=… node bench/peer/floor-server.ts
 */
import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';

/** Payers and payees. */
const accounts = { payers: 1024, payees: 32 };
const mostAtOnce = 256;

const { PORT, DATABASE_URL } = process.env;
const client = new pg.Client({ connectionString: DATABASE_URL });
await client.connect();
await client.query(`
  create schema if not exists floor;
  create table if not exists floor.account (id integer primary key, balance bigint not null);
  create table if not exists floor.payment (id uuid primary key, account_id integer not null, payee_id integer not null, amount bigint not null, reference text not null, at timestamptz not null);
  create table if not exists floor.transfer (id uuid primary key, debit integer not null, credit integer not null, amount bigint not null);
  create table if not exists floor.entry (transfer_id uuid not null, account_id integer not null, amount bigint not null, primary key (account_id, transfer_id));
  create table if not exists floor.idempotency_key (key uuid primary key, payment_id uuid not null);
  insert into floor.account select n, 1000000000000 from generate_series(1, ${accounts.payers + accounts.payees}) n on conflict do nothing`);

const write = {
  name: 'write',
  text: `with paid as materialized (
      select * from unnest($1::uuid[], $2::integer[], $3::integer[], $4::bigint[], $5::text[]) as p (id, debit, credit, amount, reference)
    ), key as (insert into floor.idempotency_key select id, id from paid
    ), payment as (insert into floor.payment select id, debit, credit, amount, reference, now() from paid
    ), transfer as (insert into floor.transfer select id, debit, credit, amount from paid
    ), entry as (
      insert into floor.entry select id, debit, -amount from paid union all select id, credit, amount from paid
      returning account_id, amount
    )
    update floor.account a set balance = a.balance + moved.amount
    from (select account_id, sum(amount) as amount from entry group by account_id) moved where a.id = moved.account_id`,
};

interface Waiting {
  readonly id: string;
  readonly payment: {
    readonly from: number;
    readonly to: number;
    readonly amount: string;
    readonly details: string;
  };
  readonly response: ServerResponse;
}

const waiting: Waiting[] = [];
let isWriting = false;

async function writeWaiting(): Promise<void> {
  isWriting = true;
  while (waiting.length > 0) {
    const group = waiting.splice(0, mostAtOnce);
    await client.query({
      ...write,
      values: [
        group.map(({ id }) => id),
        group.map(({ payment }) => payment.from),
        group.map(({ payment }) => payment.to),
        group.map(({ payment }) => Math.round(Number(payment.amount) * 100)),
        group.map(({ payment }) => payment.details),
      ],
    });
    for (const { id, response } of group) {
      const body = JSON.stringify({ id, status: 'CREATED' });
      response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': body.length });
      response.end(body);
    }
  }
  isWriting = false;
}

createServer((request, response) => {
  if (request.method !== 'POST') return void response.end('ready');
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (piece) => {
    text += piece;
  });
  request.on('end', () => {
    waiting.push({ id: String(request.headers['idempotency-key']), payment: JSON.parse(text), response });
    // Requests of the same turn of the event loop are grouped.
    if (!isWriting) setImmediate(() => (isWriting ? undefined : writeWaiting()));
  });
}).listen(Number(PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit());
