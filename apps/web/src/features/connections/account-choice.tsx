/** The client's accounts to choose from, all chosen at first: name, number, balance. */
import type { Account } from '@calmly/contract';
import { shortIban } from '@calmly/domain';
import { Amount } from '../../ui/amount.tsx';
import { CheckboxField } from '../../ui/field.tsx';
import classes from './connections.module.css';

interface AccountChoiceProps {
  accounts: readonly Account[];
  labelledBy: string;
  onChange: () => void;
}

export function AccountChoice({ accounts, labelledBy, onChange }: AccountChoiceProps) {
  return (
    <ul className={classes.accounts} aria-labelledby={labelledBy}>
      {accounts.map(({ id, name, number, iban, available, currency }) => (
        <li key={id}>
          <CheckboxField
            name="account"
            value={id}
            defaultChecked
            onChange={onChange}
            label={
              <span className={classes.account}>
                <span>
                  {name}
                  <span className={classes.note}>{iban === null ? number : shortIban(iban)}</span>
                </span>
                <Amount value={available} currency={currency} />
              </span>
            }
          />
        </li>
      ))}
    </ul>
  );
}
