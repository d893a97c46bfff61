/**
 * `/sandbox/desk`: a tester plays the world outside the bank. Other banks settle, refuse and return payments, money arrives, merchants charge cards,
 * chains mine blocks and bring deposits, days pass. Open to anyone who can reach the sandbox; shows a message if there is none.
 */

import { isNotFound } from '@calmly/portal-kit/session/not-found.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CalendarCard } from './calendar-card.tsx';
import { ChainsCard } from './chains-card.tsx';
import { CreditForm } from './credit-form.tsx';
import classes from './desk.module.css';
import { MerchantsCard } from './merchants-card.tsx';
import { PaymentsCard } from './payments-card.tsx';
import { calendarQuery } from './queries.ts';

export function DeskPage() {
  const t = useTranslations('sandboxDesk');
  const calendar = useQuery(calendarQuery);
  if (isNotFound(calendar.error))
    return (
      <>
        <DocumentTitle title={t('document')} />
        <EmptyState
          level={1}
          icon={<IconPlugConnectedX aria-hidden="true" />}
          title={t('none.title')}
          text={t('none.text')}
        />
      </>
    );
  return (
    <Grid gap={24} className={classes.page}>
      <DocumentTitle title={t('document')} />
      <header className={classes.head}>
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      {calendar.isError ? (
        <ErrorState error={calendar.error} onRetry={() => void calendar.refetch()} />
      ) : (
        <Grid gap={24} align="start" className={classes.columns}>
          <Grid gap={24}>
            <PaymentsCard />
            {calendar.data?.Merchants && <MerchantsCard />}
          </Grid>
          <Grid gap={24}>
            <CalendarCard now={calendar.data?.BusinessTime} />
            <CreditForm />
            <ChainsCard />
          </Grid>
        </Grid>
      )}
    </Grid>
  );
}
