/** The row of the payee picker: a payee with one of their accounts. */
import type { BankDetail, Beneficiary } from '@calmly/contract';
import { formatIban } from '@calmly/domain';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { PickerRow } from '@calmly/ui/fields/picker-row.tsx';
import { Incomplete } from '../../../../payees/portal/index.ts';
import { accountOf } from '../model/payee.ts';

export function BeneficiaryRow({
  beneficiary,
  detail,
}: {
  beneficiary: Beneficiary;
  detail: BankDetail | undefined;
}) {
  const country = detail?.bankCountry ?? beneficiary.country;
  return (
    <PickerRow
      mark={<Avatar name={beneficiary.name} country={country} />}
      first={beneficiary.name}
      second={
        beneficiary.readiness.length > 0 ? (
          <Incomplete />
        ) : (
          detail && `${formatIban(accountOf(detail))} · ${detail.currency}`
        )
      }
    />
  );
}
