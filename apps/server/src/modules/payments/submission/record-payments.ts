/** Writes payments: each is a transaction, and beside it what its order said. */
import type { Sql } from '../../../platform/work.ts';
import {
  type NewTransaction,
  numbered,
  recordTransactions,
  type StoredTransaction,
  type WrittenTransaction,
} from '../../transactions/index.ts';
import { type Instruction, insertInstructions } from '../ordering/instruction-store.ts';

/** A payment to write. */
export interface NewPayment extends NewTransaction {
  readonly instruction: Instruction;
}

/** A payment that is decided and numbered, with the steps that brought it there. */
export interface WrittenPayment extends Omit<WrittenTransaction, 'transaction'> {
  readonly payment: StoredTransaction;
  readonly instruction: Instruction;
}

/** New payments with their numbers, in the state after their steps. */
export const numberedPayments = (
  payments: readonly NewPayment[],
  numbers: ReadonlyArray<string | undefined>,
): WrittenPayment[] =>
  payments.flatMap(({ instruction, ...transaction }, index) =>
    numbered([transaction], [numbers[index]]).map(({ transaction: payment, ...written }) => ({
      ...written,
      payment,
      instruction,
    })),
  );

export async function insertPayments(db: Sql, written: readonly WrittenPayment[]): Promise<void> {
  await Promise.all([
    recordTransactions(
      db,
      written.map(({ payment: transaction, steps, initiator }) => ({ transaction, steps, initiator })),
    ),
    insertInstructions(
      db,
      written.map(({ payment: { id }, instruction }) => ({ id, instruction })),
    ),
  ]);
}
