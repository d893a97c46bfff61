/** The months of one account, on its page; a month opens on the statements screen. */
import { getStatement } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Months } from './months.tsx';
import { statementAccountsQuery } from './queries.ts';

export function AccountStatements({ accountId }: { accountId: string }) {
  const t = useTranslations('statements');
  const { held, reason } = useRight(getStatement);
  const accounts = useQuery({ ...statementAccountsQuery, enabled: held }).data;
  const navigate = useNavigate();
  if (!held)
    return (
      <Card title={t('months')}>
        <Text tone="soft">{reason}</Text>
      </Card>
    );
  const account = accounts?.find(({ id }) => id === accountId);
  if (!account) return null;
  return (
    <Months
      account={account}
      onShow={(period) => void navigate({ to: '/statements', search: { account: accountId, ...period } })}
    />
  );
}
