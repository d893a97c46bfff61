/** The list of accounts beside a screen about one of them, which the URL names (`?account=`). On a phone it is a scrolling row. */

import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Flag } from '@calmly/ui/facts/flag.tsx';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { centreInRow } from '@calmly/ui/lists/centre-in-row.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './account-list.module.css';

/** An account in the list. */
export interface ListedAccount {
  id: string;
  currency: string;
  name: string;
  number: string;
  amount: string;
  /** Replaces the currency's flag. */
  icon?: ReactNode;
}

interface AccountListProps {
  label: string;
  accounts: readonly ListedAccount[];
  /** Further groups below, each with a heading. */
  groups?: ReadonlyArray<{ label: string; accounts: readonly ListedAccount[] }>;
  chosenId: string;
  /** The screen. */
  to: '/requisites' | '/statements';
  /** Shown at the right of the heading. */
  aside?: ReactNode;
}

export function AccountList({ label, accounts, groups = [], chosenId, to, aside }: AccountListProps) {
  return (
    <nav className={classes.accounts} aria-label={label}>
      <Inline align="center" justify="between" className={classes.head}>
        <Text as="h2" size={15} weight="label">
          {label}
        </Text>
        {aside}
      </Inline>
      <Rows accounts={accounts} chosenId={chosenId} to={to} />
      {groups.map((group) => (
        <div key={group.label} className={classes.group}>
          <h3>{group.label}</h3>
          <Rows accounts={group.accounts} chosenId={chosenId} to={to} />
        </div>
      ))}
    </nav>
  );
}

function Rows({ accounts, chosenId, to }: Pick<AccountListProps, 'accounts' | 'chosenId' | 'to'>) {
  return (
    <ul>
      {accounts.map(({ id, currency, name, number, amount, icon }) => (
        <li key={id}>
          <Link
            to={to}
            search={{ account: id }}
            className={classes.account}
            aria-current={id === chosenId ? 'true' : undefined}
            ref={id === chosenId ? reveal : undefined}
          >
            {icon ? <span className={classes.icon}>{icon}</span> : <Flag currency={currency} size={32} />}
            <Stack as="span" shrink className={classes.text}>
              <Text as="span" weight="label" wrap="cut" translate="no">
                {name}
              </Text>
              <Text as="span" size={13} tone="soft" figures>
                {number}
              </Text>
            </Stack>
            <Amount value={amount} currency={currency} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Scrolls the chosen account into view in a phone's row. */
function reveal(account: HTMLElement | null) {
  if (account) centreInRow(account.closest('ul'), account);
}
