/**
 * The template with a row for each account of the client's saved payees: only the amount and the reference are left to fill in, and rows
 * that are not needed to delete. Confidential payees are left out, because they exist for confidential payouts only.
 */
import type { PayoutField } from '@calmly/contract';
import type { Cell } from '@calmly/platform/files/xlsx.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { type BeneficiaryRecord, listPayees } from '../../../payees/server/index.ts';
import { templateColumns } from '../files/columns/template-columns.ts';

/** Payees read at a time. */
const atOnce = 200;

/** The rows, batch by batch, newest payee first. Streams: `sql` must outlive the call, so it is not that of a transaction. */
export async function* payeeRows(sql: Sql, clientId: string): AsyncGenerator<Cell[][]> {
  for (let before: string | undefined; ; ) {
    const payees = await listPayees(sql, {
      among: 'open',
      clientId,
      limit: atOnce,
      before,
      search: undefined,
      currency: undefined,
      country: undefined,
      direction: 'OUTGOING',
    });
    yield payees.flatMap(rowsOf);
    before = payees.at(-1)?.id;
    if (payees.length < atOnce) return;
  }
}

/** The ID finds everything else that is saved. */
const rowsOf = ({ id, name, legalStatus, bankDetails }: BeneficiaryRecord): Cell[][] =>
  bankDetails.map(({ iban, accountNumber, currency }) => {
    const cells: Partial<Record<PayoutField, string | null>> = {
      payeeId: id,
      name,
      type: legalStatus === 'INDIVIDUAL' ? 'person' : 'company',
      account: iban ?? accountNumber,
      currency,
    };
    return templateColumns.map(({ field }) => cells[field] ?? null);
  });
