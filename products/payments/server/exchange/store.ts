/** SQL of quotes. They begin and end by the database's clock, so a quote expires at the same moment on every server. */
import type { CurrencyCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface NewQuote {
  readonly id: string;
  readonly clientId: string;
  readonly fromAccountId: string;
  /** Null where the quote is for a payment. */
  readonly toAccountId: string | null;
  readonly sellCurrency: CurrencyCode;
  readonly sellMinor: bigint;
  readonly buyCurrency: CurrencyCode;
  readonly buyMinor: bigint;
  /** Units bought per unit sold. */
  readonly rate: string;
  readonly midRate: string;
  /** In the currency sold. */
  readonly costMinor: bigint;
}

export interface StoredQuote extends NewQuote {
  readonly expiresAt: Date;
  /** Below zero once it has expired. */
  readonly secondsLeft: number;
  readonly executedAt: Date | null;
}

type QuoteRow = Omit<StoredQuote, 'sellMinor' | 'buyMinor' | 'costMinor'> & {
  readonly sellMinor: string;
  readonly buyMinor: string;
  readonly costMinor: string;
};

const columns = query`
  id, client_id as "clientId", from_account_id as "fromAccountId", to_account_id as "toAccountId",
  sell_currency as "sellCurrency", sell_minor as "sellMinor", buy_currency as "buyCurrency", buy_minor as "buyMinor",
  rate, mid_rate as "midRate", cost_minor as "costMinor", expires_at as "expiresAt",
  extract(epoch from expires_at - now())::float8 as "secondsLeft", executed_at as "executedAt"`;

const toQuote = (row: QuoteRow): StoredQuote => ({
  ...row,
  sellMinor: BigInt(row.sellMinor),
  buyMinor: BigInt(row.buyMinor),
  costMinor: BigInt(row.costMinor),
});

/** Keeps a quote for `seconds`. Quotes unused for an hour are deleted. */
export async function insertQuote(sql: Sql, quote: NewQuote, seconds: number): Promise<StoredQuote> {
  await query`
    delete from exchange.quote
    where client_id = ${quote.clientId} and executed_at is null and expires_at < now() - interval '1 hour'
  `.execute(sql);
  const { rows } = await query<QuoteRow>`
    insert into exchange.quote (client_id, id, from_account_id, to_account_id, sell_currency, sell_minor, buy_currency,
      buy_minor, rate, mid_rate, cost_minor, created_at, expires_at)
    values (${quote.clientId}, ${quote.id}, ${quote.fromAccountId}, ${quote.toAccountId}, ${quote.sellCurrency},
      ${quote.sellMinor}, ${quote.buyCurrency}, ${quote.buyMinor}, ${quote.rate}, ${quote.midRate}, ${quote.costMinor},
      now(), now() + make_interval(secs => ${seconds}))
    returning ${columns}
  `.execute(sql);
  if (!rows[0]) throw new Error('a quote was not kept');
  return toQuote(rows[0]);
}

type QuoteKey = Pick<NewQuote, 'clientId' | 'id'>;

const isOneOf = (keys: readonly QuoteKey[]) => query`(client_id, id) in (
  select * from unnest(${keys.map(({ clientId }) => clientId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
)`;

/** Clients' quotes, locked until the transaction ends; unknown ones are missing. */
export async function lockQuotes(sql: Sql, keys: readonly QuoteKey[]): Promise<StoredQuote[]> {
  const { rows } = await query<QuoteRow>`
    select ${columns} from exchange.quote where ${isOneOf(keys)} order by id for no key update
  `.execute(sql);
  return rows.map(toQuote);
}

/** The caller has locked the quotes and checked that none is used or expired. */
export async function markExecuted(sql: Sql, keys: readonly QuoteKey[], at: Date): Promise<void> {
  await query`update exchange.quote set executed_at = ${at} where ${isOneOf(keys)}`.execute(sql);
}
