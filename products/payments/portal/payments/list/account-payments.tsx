/** The latest payments of one account, with a link to the whole list, filtered. A payment opens in the drawer (`?payment=` of the screen). */

import { allAccountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { useDrawerKeys } from '@calmly/ui/layers/use-drawer-keys.ts';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useRowKeys } from '@calmly/ui/lists/use-row-keys.ts';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PaymentsTable } from './payments-table.tsx';
import { paymentsQuery } from './queries.ts';

const loadDrawer = () => import('../drawer/payment-drawer.tsx');
const PaymentDrawer = onDemand(async () => (await loadDrawer()).PaymentDrawer);

/** Details and statements follow below on a phone. */
const atFirst = 10;

interface AccountPaymentsProps {
  accountId: string;
  openId: string | undefined;
  /** Undefined: close. */
  onOpen: (id: string | undefined) => void;
}

export function AccountPayments({ accountId, openId, onOpen }: AccountPaymentsProps) {
  const t = useTranslations('payments');
  const page = useTranslations('accounts.page');
  const accounts = useQuery(allAccountsQuery).data ?? [];
  const list = useInfiniteQuery(paymentsQuery({ account: accountId }));
  const payments = list.data?.pages.flatMap(({ Items }) => Items);
  const [count, setCount] = useState(atFirst);
  // What is open stays in sight when someone walks on past the first ones.
  const at = payments?.findIndex(({ id }) => id === openId) ?? -1;
  const shown = payments?.slice(0, Math.max(count, at + 1));
  const hasMore = shown && payments && shown.length < payments.length;
  const close = () => onOpen(undefined);
  useDrawerKeys(payments, openId, close);
  const previous = at > 0 ? payments?.[at - 1] : undefined;
  const next = at >= 0 ? payments?.[at + 1] : undefined;
  const steps = {
    previous: previous && (() => onOpen(previous.id)),
    next: next && (() => onOpen(next.id)),
  };
  useRowKeys({ isOpen: openId !== undefined, ...steps });
  return (
    <Stack as="section" gap={12} shrink aria-labelledby="account-payments">
      <Inline as="header" wrap gap={8} align="center" justify="between">
        <Text as="h2" size={18} id="account-payments">
          {t('title')}
        </Text>
        {payments && payments.length > 0 && (
          <ButtonLink size="s" to="/payments" search={{ account: accountId }}>
            {page('allPayments')}
          </ButtonLink>
        )}
      </Inline>
      <PaymentsTable
        payments={shown}
        accounts={accounts}
        chosen={['way']}
        openId={openId}
        onOpen={({ id }) => onOpen(id)}
        onReach={() => void loadDrawer()}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState
            drawing={<Drawing name="list" />}
            title={t('list.emptyTitle')}
            text={page('noPayments')}
          />
        }
        footnote={
          list.isFetchNextPageError ? t('list.moreFailed') : shown && t('list.shown', { count: shown.length })
        }
        onShowMore={
          hasMore
            ? () => setCount(payments.length)
            : list.hasNextPage
              ? () =>
                  void list
                    .fetchNextPage()
                    .then(({ data }) => setCount(data?.pages.flatMap(({ Items }) => Items).length ?? count))
              : undefined
        }
        loadingMore={list.isFetchingNextPage}
      />
      {openId && (
        <PaymentDrawer id={openId} onClose={close} onPrevious={steps.previous} onNext={steps.next} />
      )}
    </Stack>
  );
}
