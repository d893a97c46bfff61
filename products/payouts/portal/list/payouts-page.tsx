/** `/payments/payouts`: payouts in progress; `/payments/payouts/old`: finished ones. */
import { createPayout } from '@calmly/contract';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { ListPage } from '@calmly/ui/lists/list-page.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { TabLinks } from '@calmly/ui/tab-links.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type PayoutsState, payoutsQuery } from '../queries.ts';
import { FirstSteps } from './first-steps.tsx';
import classes from './list.module.css';
import { PayoutsTable } from './payouts-table.tsx';

export function PayoutsPage({ state }: { state: PayoutsState }) {
  const t = useTranslations('payouts');
  const navigate = useNavigate();
  const list = useInfiniteQuery(payoutsQuery(state));
  const payouts = list.data?.pages.flatMap((page) => page.Items);
  return (
    <ListPage>
      <PageHeader title={t('title')} phoneAction={<NewPayoutLink label={t('newShort')} />} />
      <Inline gap={16} align="center" justify="between" className={classes.head}>
        <TabLinks label={t('tabs.label')} open={state}>
          <Link
            to="/payments/payouts"
            activeOptions={{ exact: true }}
            aria-current={state === 'open' ? 'page' : undefined}
          >
            {t('tabs.open')}
          </Link>
          <Link
            to="/payments/payouts/old/{-$id}"
            params={{ id: undefined }}
            aria-current={state === 'finished' ? 'page' : undefined}
          >
            {t('tabs.finished')}
          </Link>
        </TabLinks>
        <div className={classes.notOnPhone}>
          <NewPayoutLink label={t('new')} />
        </div>
      </Inline>
      <PayoutsTable
        payouts={payouts}
        onOpen={({ id }) =>
          void navigate({
            to: state === 'open' ? '/payments/payouts/$id' : '/payments/payouts/old/{-$id}',
            params: { id },
          })
        }
        error={list.isError ? list.error : undefined}
        onRetry={() => void list.refetch()}
        empty={
          state === 'open' ? (
            <EmptyState
              drawing={<Drawing name="list" />}
              title={t('list.emptyTitle')}
              text={t('list.emptyText')}
              help="payoutsEmpty"
              action={<FirstSteps />}
            />
          ) : (
            <EmptyState
              drawing={<Drawing name="list" />}
              title={t('list.emptyFinished')}
              text={t('list.emptyFinishedText')}
            />
          )
        }
        footnote={list.isFetchNextPageError ? t('list.moreFailed') : undefined}
        onShowMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        loadingMore={list.isFetchingNextPage}
      />
    </ListPage>
  );
}

function NewPayoutLink({ label }: { label: string }) {
  return (
    <NeedsRight endpoint={createPayout} label={label} align="end">
      <ButtonLink to="/payments/payouts/create" variant="accent" icon={<IconPlus aria-hidden="true" />}>
        {label}
      </ButtonLink>
    </NeedsRight>
  );
}
