/**
 * The template with a row for each account of the client's saved payees: only the amount and the reference have to be filled in, and unneeded rows
 * deleted. Confidential payees are omitted, because they are for confidential payouts only.
 */
import type { PayoutField } from '@calmly/contract';
import type { Cell } from '@calmly/platform/files/xlsx.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { type BeneficiaryRecord, listPayees } from '../../../payees/server/index.ts';
import { templateColumns } from '../files/columns/template-columns.ts';

/** Payees read at a time. */
const atOnce = 200;

/** The rows, batch by batch, newest payee first. Streams: `sql` must outlive the call, so it cannot be a transaction's. */
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

/** The id identifies all other saved data. */
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
