/** The client's accounts with name, number and balance; all are selected by default. */
import type { Account } from '@calmly/contract';
import { shortIban } from '@calmly/domain';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
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
              <Inline as="span" wrap gap={16} rowGap={4} align="center" justify="between">
                <span>
                  {name}
                  <Text as="span" size={13} tone="soft" block>
                    {shortIban(iban ?? number)}
                  </Text>
                </span>
                <Amount value={available} currency={currency} />
              </Inline>
            }
          />
        </li>
      ))}
    </ul>
  );
}
