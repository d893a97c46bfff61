/** Rows of the pickers: a payee with their account, one of a payee's accounts. */
import type { BankDetail, Beneficiary } from '@calmly/contract';
import { formatIban } from '@calmly/domain';
import { Avatar } from '../../../ui/avatar.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { PickerRow } from '../../../ui/picker-row.tsx';
import { accountOf } from '../model/payee.ts';

export function BeneficiaryRow({ beneficiary }: { beneficiary: Beneficiary }) {
  const [first, ...others] = beneficiary.bankDetails;
  const country = first?.bankCountry ?? beneficiary.country;
  return (
    <PickerRow
      mark={<Avatar name={beneficiary.name} country={country} />}
      first={beneficiary.name}
      second={
        <>
          {first && formatIban(accountOf(first))}
          {others.length > 0 && ` +${others.length}`}
        </>
      }
    />
  );
}

export function BankDetailRow({ detail }: { detail: BankDetail }) {
  return (
    <PickerRow
      mark={<Flag currency={detail.currency} size={32} />}
      first={formatIban(accountOf(detail))}
      second={[detail.bankName, detail.bic, detail.currency].filter(Boolean).join(' · ')}
    />
  );
}
