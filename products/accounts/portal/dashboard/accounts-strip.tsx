/** The accounts as cards in a row (one card with a line each on a phone); each links to its account's page. */
import type { Account } from '@calmly/contract';
import { isZeroDecimal, shortIban } from '@calmly/domain';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Flag } from '@calmly/ui/facts/flag.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { OpenAccount } from '../accounts/index.ts';
import classes from './dashboard.module.css';

const skeletons = [1, 2, 3, 4];

export function AccountsStrip() {
  const t = useTranslations('dashboard');
  const phone = useMedia(breakpoints.phone);
  const wide = useMedia(breakpoints.wide);
  const accounts = useQuery(accountsQuery);
  if (accounts.isError && !accounts.data)
    return <ErrorState compact error={accounts.error} onRetry={() => void accounts.refetch()} />;
  if (accounts.data?.length === 0)
    return (
      <EmptyState
        drawing={<Drawing name="card" />}
        title={t('noAccounts')}
        text={t('noAccountsText')}
        action={
          <OpenAccount>
            {(open) => (
              <Button variant="accent" onClick={open}>
                {t('openAccount')}
              </Button>
            )}
          </OpenAccount>
        }
      />
    );
  const count = accounts.data?.length ?? skeletons.length;
  const list = (
    <ul
      className={classes.accounts}
      style={{ '--count': count } as CSSProperties}
      aria-label={t('accounts')}
      aria-busy={accounts.isPending}
    >
      {accounts.data
        ? accounts.data.map((account) => <AccountCard key={account.id} account={account} />)
        : skeletons.map((place) => <li key={place} className={classes.accountSkeleton} />)}
    </ul>
  );
  const add = (
    <OpenAccount>
      {(open) => (
        <button type="button" className={classes.newAccount} title={t('openAccount')} onClick={open}>
          <IconPlus aria-hidden="true" />
          <span className={wide ? 'visually-hidden' : undefined}>{t('openAccount')}</span>
        </button>
      )}
    </OpenAccount>
  );
  if (!phone)
    return (
      <Inline gap={16} className={classes.strip}>
        {list}
        {add}
      </Inline>
    );
  return (
    <Card flush title={t('accounts')}>
      {list}
      {accounts.data && add}
    </Card>
  );
}

function AccountCard({ account }: { account: Account }) {
  const t = useTranslations('dashboard');
  const reserved = !isZeroDecimal(account.reserved);
  return (
    <li>
      <Link to="/accounts/$id" params={{ id: account.id }} className={classes.account}>
        <Flag currency={account.currency} size={24} />
        <Text as="span" weight="label" wrap="cut" className={classes.accountName} translate="no">
          {account.name}
        </Text>
        <span className={classes.accountBalance}>
          <Amount value={account.available} currency={account.currency} />
        </span>
        <span className={classes.accountNumber}>{shortIban(account.iban ?? account.number)}</span>
        <span className={classes.accountCurrency}>{account.currency}</span>
        {reserved && (
          <span className={classes.accountNote}>
            {t('reserved', { amount: amountText(account.reserved, account.currency) })}
          </span>
        )}
      </Link>
    </li>
  );
}
