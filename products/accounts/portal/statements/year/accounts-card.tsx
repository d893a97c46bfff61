/** The accounts of the year. A name shows only that account. */
import type { YearAccount } from '@calmly/contract';
import { shortIban } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useYear } from './use-year.ts';
import classes from './year.module.css';
import { YearTable } from './year-table.tsx';

export function AccountsCard({ accounts }: { accounts: readonly YearAccount[] }) {
  const t = useTranslations('statements.year');
  return (
    <Card title={t('accounts')}>
      <YearTable
        caption={t('accounts')}
        heading={t('account')}
        rows={accounts.map((account) => ({
          ...account,
          key: account.id,
          name: <AccountName account={account} />,
        }))}
      />
    </Card>
  );
}

function AccountName({ account: { id, kind, name, number, isClosed } }: { account: YearAccount }) {
  const t = useTranslations('statements.year');
  const { show } = useYear();
  const shown = kind === 'ACCOUNT' ? shortIban(number) : number;
  return (
    <button
      type="button"
      className={classes.account}
      onClick={() => {
        show({ account: id, currency: undefined });
        window.scrollTo({ top: 0 });
      }}
    >
      <span translate="no">{name}</span>
      <Text as="span" size={13} tone="soft">
        {isClosed ? t('closed', { number: shown }) : shown}
      </Text>
    </button>
  );
}
