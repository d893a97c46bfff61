/** The client's accounts with name, number and balance; all are selected by default. */
import type { Account } from '@calmly/contract';
import { shortIban } from '@calmly/domain';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import classes from './connections.module.css';

interface AccountChoiceProps {
  accounts: readonly Account[];
  labelledBy: string;
  /** The ids that the client has deselected. */
  left: readonly string[];
  invalid: boolean;
  onChange: (left: readonly string[]) => void;
}

export function AccountChoice({ accounts, labelledBy, left, invalid, onChange }: AccountChoiceProps) {
  return (
    <ul className={classes.accounts} aria-labelledby={labelledBy}>
      {accounts.map(({ id, name, number, iban, available, currency }) => (
        <li key={id}>
          <CheckboxField
            name="account"
            value={id}
            checked={!left.includes(id)}
            aria-invalid={invalid || undefined}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? left.filter((other) => other !== id) : [...left, id])
            }
            label={
              <span className={classes.account}>
                <span>
                  {name}
                  <span className={classes.note}>{shortIban(iban ?? number)}</span>
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
