/**
 * What the products know about a transaction beyond its row. This module imports none of them, so the composition root (`composition.ts`) passes
 * these functions in.
 */
import type { BookkeepingCategory, CategoryFilter } from '@calmly/contract';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { RawBuilder } from 'kysely';
import type { Conversion, OrderFacts, StoredTransaction } from './transaction.ts';

export interface Products {
  orderFacts(db: Sql, id: string): Promise<OrderFacts>;
  /** The other side of an exchange. */
  conversion(db: Sql, id: string): Promise<Conversion | undefined>;
  /** A query of the ids that the bank's staff are reviewing, among the client's. */
  heldIds(clientId: string): RawBuilder<unknown>;
  /** What trades were for rows of orders: in the order asked, undefined where the transfers are no trades. */
  partsOfTrades(
    db: Sql,
    wanted: ReadonlyArray<
      Pick<StoredTransaction, 'direction' | 'currency'> & { readonly transferIds: readonly string[] }
    >,
  ): Promise<ReadonlyArray<MovedPart | undefined>>;
  readonly receipts: ReceiptNeeds;
  readonly bookkeeping: Bookkeeping;
}

/** A part of what a row moved. Minor units, with the other side of its conversion. */
export type MovedPart = Pick<StoredTransaction, 'amountMinor' | 'feeMinor' | 'converted'>;

/** What the client wrote beside a row. */
export interface WrittenBeside {
  readonly category: BookkeepingCategory | null;
  readonly note: string | null;
}

/** What the bookkeeping knows about rows. Its conditions are on columns of `transactions.transaction`, unqualified. */
export interface Bookkeeping {
  /** The chosen category is one of these. */
  hasCategory(categories: readonly CategoryFilter[]): RawBuilder<unknown>;
  /** The client needs a receipt for the row, whether it has one or not. */
  needsReceipt(work: Pick<Work, 'sql' | 'now'>, clientId: string): Promise<RawBuilder<unknown>>;
  /** By row; rows without are absent. */
  writtenBeside(db: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, WrittenBeside>>;
}

/** What cards and the client's bookkeeping ask of the receipts of rows. */
export interface ReceiptNeeds {
  /** Of a row without a receipt: whether one is missing, and by which day. */
  missing(
    work: Pick<Work, 'sql' | 'now'>,
    transaction: Pick<StoredTransaction, 'id' | 'scheme' | 'clientId'>,
  ): Promise<{ readonly dueOn: string | null; readonly isOverdue: boolean } | undefined>;
  /** The row has this many receipts now. The caller holds the lock of its receipts. */
  counted(work: Work, transaction: Pick<StoredTransaction, 'id' | 'scheme'>, count: number): Promise<void>;
}
