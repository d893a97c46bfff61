/** `/payments/create/exchange`: exchange between own accounts, at a price that is held for a short time. */
import type { Exchange } from '@calmly/contract';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { besideSummary } from '@calmly/ui/beside-summary.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { FactsShape, FormShape } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OpenAccount } from '../../../accounts/portal/accounts/index.ts';
import { ExchangeDone } from './exchange-done.tsx';
import { chosenAccounts } from './exchange-draft.ts';
import { ExchangeForm } from './exchange-form.tsx';

interface ExchangePageProps {
  /** Ids of the accounts that a link named. */
  from: string | undefined;
  to: string | undefined;
}

export function ExchangePage({ from, to }: ExchangePageProps) {
  const t = useTranslations('exchange');
  return (
    <>
      <PageHeader title={t('title')} />
      <ExchangeParts from={from} to={to} />
    </>
  );
}

function ExchangeParts({ from = '', to = '' }: ExchangePageProps) {
  const t = useTranslations('exchange');
  const accounts = useQuery(accountsQuery);
  const [done, setDone] = useState<Exchange>();
  if (accounts.isError && !accounts.data)
    return <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />;
  if (!accounts.data)
    return (
      <div className={besideSummary}>
        <FormShape />
        <FactsShape facts={4} />
      </div>
    );
  const named = { fromId: from, toId: to };
  const start = chosenAccounts(accounts.data, named);
  if (!start)
    return (
      <EmptyState
        drawing={<Drawing name="card" />}
        title={t('oneCurrency')}
        text={t('oneCurrencyText')}
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
  if (done) return <ExchangeDone done={done} accounts={accounts.data} onAgain={() => setDone(undefined)} />;
  return <ExchangeForm accounts={accounts.data} start={start} named={named} onDone={setDone} />;
}
