/**
 * Screening: does a payment need a review before it leaves? A provider answers for a whole list; each hit names its rule. The payments
 * module decides what a hit means for the payment (its status).
 */
import type { CurrencyCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';

export interface ScreeningSubject {
  readonly debtorName: string;
  /** As the payer gives it. */
  readonly creditorName: string;
  /** Of an account of this bank: the name that it is really kept under. */
  readonly holderName?: string | undefined;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  /** Payments to others that the client has ordered within the last hour, this one included. */
  readonly paymentsInLastHour: number;
  /** Nothing was ever paid to this payee. Found out only from `newPayeeFrom` on; false below. */
  readonly isFirst: boolean;
}

/** `hold`: a name may not be paid before someone has decided; `review`: unusual, someone should look. */
export type ScreeningResult =
  | { readonly outcome: 'clear' }
  | {
      readonly outcome: 'hold';
      readonly rule: 'screening_name';
      /** The entry of the list, for the bank's staff alone. */
      readonly found: string;
    }
  | {
      readonly outcome: 'review';
      /** The payments module adds the day's sum and blocked clients, which no provider knows. */
      readonly rule:
        | 'screening_amount'
        | 'screening_velocity'
        | 'screening_new_payee'
        | 'screening_day_sum'
        | 'client_blocked';
      readonly found?: undefined;
    };

export interface Screening {
  readonly name: string;
  /** Up to how many of a client's payments to others in the last hour are worth counting; 0 when they do not matter. */
  readonly countedOrders: number;
  /** From this amount on (minor units) it matters whether a payee was ever paid before; undefined: never. */
  newPayeeFrom(currency: CurrencyCode): bigint | undefined;
  /** The entry of the watch list that each name resembles, in order. */
  findListed(sql: Sql, names: readonly string[]): Promise<ReadonlyArray<string | undefined>>;
  /**
   * One result per subject, in order, from memory and `sql`, the transaction that sends the payments on. Who has to ask another
   * house answers `review` and decides through the desk.
   */
  screen(sql: Sql, subjects: readonly ScreeningSubject[]): Promise<readonly ScreeningResult[]>;
}
