/** The payment order of a row without a fault. Pure. */
import { formatDecimal, type PaymentPurpose } from '@calmly/domain';
import type { PaymentCommand } from '../../../payments/server/payments/index.ts';
import { createRemarks } from '../check/remarks.ts';
import { checkBearer, creditorReferenceOf, remittanceOf } from '../check/texts.ts';
import type { PayableRow } from './sending-store.ts';

type RowOrder = Omit<PaymentCommand, 'clientId' | 'debtorAccount' | 'inBulk' | 'confirmed'>;

/** A decimal amount for `submitPayments`. Without a saved payee, the name is the row's own. */
export function orderOf({ cells, payeeId, account, amountMinor, currency }: PayableRow): RowOrder {
  const creditorReference = creditorReferenceOf(cells, account);
  const purpose = cells.purpose?.trim().toUpperCase() as PaymentPurpose | undefined;
  return {
    ...(payeeId !== null && { beneficiaryId: payeeId }),
    creditorAccount: account,
    ...(payeeId === null && { creditorName: cells.name }),
    amount: formatDecimal(amountMinor, currency),
    reference: remittanceOf(cells),
    // A row without a fault has known charges.
    chargeBearer: checkBearer(cells.chargeBearer, createRemarks()),
    ...(purpose && { purpose }),
    ...(creditorReference !== undefined && { creditorReference }),
  };
}
