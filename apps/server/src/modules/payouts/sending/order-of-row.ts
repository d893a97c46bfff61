/** A row without a fault as the orders that are made of it: its payment, and the payee that it needs. Pure. */
import type { BeneficiaryInput } from '@calmly/contract';
import { checkIban, formatDecimal, type PaymentPurpose } from '@calmly/domain';
import type { SubmitPayment } from '../../payments/index.ts';
import { isMeantAsIban } from '../check/account.ts';
import { kindOf } from '../check/party.ts';
import { createRemarks } from '../check/remarks.ts';
import { checkBearer } from '../check/texts.ts';
import type { NewPayeeRow, PayableRow } from './sending-store.ts';

type RowOrder = Omit<SubmitPayment, 'clientId' | 'debtorAccount' | 'inBulk' | 'confirmed'>;

/** What a row orders. */
export function orderOf({ cells, payeeId, account, amountMinor, currency }: PayableRow): RowOrder {
  const purpose = cells.purpose?.trim().toUpperCase() as PaymentPurpose | undefined;
  return {
    ...(payeeId !== null && { beneficiaryId: payeeId }),
    creditorAccount: account,
    ...(payeeId === null && { creditorName: cells.name }),
    amount: formatDecimal(amountMinor, currency),
    reference: cells.reference ?? cells.creditorReference ?? '',
    // A row without a fault has known charges.
    chargeBearer: checkBearer(cells.chargeBearer, createRemarks()),
    ...(purpose && { purpose }),
  };
}

/** The payee that a row's account becomes. */
export function payeeOf({ cells, account, currency }: NewPayeeRow): BeneficiaryInput {
  const { bic, sortCode, routingNumber, bankName, street, buildingNumber, postCode, town } = cells;
  const isIban = isMeantAsIban(account) && checkIban(account).ok;
  const lines = cells.addressLines?.split('\n').filter((line) => line.trim() !== '') ?? [];
  return {
    ...nameOf(cells.name ?? '', kindOf(cells.type)),
    country:
      cells.country ?? (isIban ? account.slice(0, 2) : (cells.bankCountry?.trim().toUpperCase() ?? '')),
    street: street ?? lines[0],
    buildingNumber,
    postCode,
    town,
    bankDetails: [
      {
        currency,
        ...(isIban ? { iban: account } : { accountNumber: account }),
        bic,
        sortCode,
        routingNumber,
        bankName,
        bankCountry: cells.bankCountry?.trim().toUpperCase() || undefined,
      },
    ],
  };
}

/** Only who is said to be a person has a first and a last name; any other name stays whole. */
function nameOf(
  name: string,
  kind: 'person' | 'company' | undefined,
): Pick<BeneficiaryInput, 'legalStatus' | 'name' | 'firstName' | 'lastName'> {
  const words = name.trim().split(/\s+/u);
  const lastName = words.pop() ?? '';
  return kind === 'person' && words.length > 0
    ? { legalStatus: 'INDIVIDUAL', firstName: words.join(' '), lastName }
    : { legalStatus: 'COMPANY', name };
}
