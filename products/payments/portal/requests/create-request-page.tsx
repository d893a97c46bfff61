/** `/payments/create/incoming`: requesting money. The bank sends nothing; the result is a page to share and a reference to wait for. */
import type { Account } from '@calmly/contract';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { FormShape } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { RequestForm } from './request-form.tsx';

/** `accountId` comes from the URL; without one, or for an unknown one, the first account is used. */
export function CreateRequestPage({ accountId }: { accountId: string | undefined }) {
  const t = useTranslations('requests.create');
  const accounts = useQuery(accountsQuery);
  return (
    <>
      <PageHeader title={t('title')} />
      {accounts.data ? (
        <Form accounts={accounts.data} accountId={accountId} />
      ) : accounts.isError ? (
        <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
      ) : (
        <FormShape />
      )}
    </>
  );
}

function Form({ accounts, accountId }: { accounts: readonly Account[]; accountId: string | undefined }) {
  const t = useTranslations('requests.create');
  const named = accounts.find(({ id }) => id === accountId);
  const start = named ?? accounts[0];
  if (!start) return <EmptyState drawing={<Drawing name="card" />} title={t('noAccounts')} />;
  return <RequestForm accounts={accounts} start={start} isNamed={named !== undefined} />;
}
