/** Two-line rows of the pickers: an account with what is available on it, a payee with their account. */
import type { Account, BankDetail, Beneficiary } from '@calmly/contract';
import { formatIban, shortIban } from '@calmly/domain';
import { Amount } from '../../../ui/amount.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { accountOf } from '../model/payee.ts';
import classes from './rows.module.css';

export function AccountRow({ account }: { account: Account }) {
  return (
    <span className={classes.row}>
      <Flag currency={account.currency} size={32} />
      <span className={classes.lines}>
        <span className={classes.name}>{account.name}</span>
        <span className={classes.under}>{shortIban(account.iban ?? account.number)}</span>
      </span>
      <Amount value={account.available} currency={account.currency} />
    </span>
  );
}

export function BeneficiaryRow({ beneficiary }: { beneficiary: Beneficiary }) {
  const [first, ...others] = beneficiary.bankDetails;
  const country = first?.bankCountry ?? beneficiary.country;
  return (
    <span className={classes.row}>
      <Avatar name={beneficiary.name} country={country} />
      <span className={classes.lines}>
        <span className={classes.name}>{beneficiary.name}</span>
        <span className={classes.under}>
          {first && formatIban(accountOf(first))}
          {others.length > 0 && ` +${others.length}`}
        </span>
      </span>
    </span>
  );
}

export function BankDetailRow({ detail }: { detail: BankDetail }) {
  return (
    <span className={classes.row}>
      <Flag currency={detail.currency} size={32} />
      <span className={classes.lines}>
        <span className={classes.name}>{formatIban(accountOf(detail))}</span>
        <span className={classes.under}>
          {[detail.bankName, detail.bic, detail.currency].filter(Boolean).join(' · ')}
        </span>
      </span>
    </span>
  );
}
