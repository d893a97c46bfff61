/**
 * What the products know about a transaction beyond its row. This module imports none of them, so the composition root (`app.ts`) passes
 * these functions in.
 */
import type { Document, PaymentPurpose } from '@calmly/contract';
import type { RawBuilder } from 'kysely';
import type { Sql } from '../../platform/work.ts';
import type { Conversion } from './transaction.ts';

/** What the order said, and the payments before and after it. */
export interface OrderFacts {
  readonly purpose: PaymentPurpose | null;
  readonly attachments: readonly Document[];
  /** The connected application that requested it, by name. */
  readonly application: string | null;
  /** The failed payment that this one replaces. */
  readonly repairOf: string | null;
  /** The payment that replaced this one. */
  readonly replacedBy: string | null;
}

export interface Products {
  orderFacts(db: Sql, id: string): Promise<OrderFacts>;
  /** The other side of an exchange. */
  conversion(db: Sql, id: string): Promise<Conversion | undefined>;
  /** A query of the ids that the bank's staff are reviewing, among the client's. */
  heldIds(clientId: string): RawBuilder<unknown>;
}
