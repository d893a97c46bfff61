/** One standing order in the drawer on the right: amount, state, future days, results of past ones; actions in the footer. */
import type { StandingOrderDetails } from '@calmly/contract';
import { formatIban, isZeroDecimal } from '@calmly/domain';
import { isNotFound } from '@calmly/portal-kit/session/not-found.ts';
import { allAccountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Fact, SheetHead, SheetParty, SheetSection, SheetShape } from '@calmly/ui/facts/sheet.tsx';
import { SideDrawer } from '@calmly/ui/layers/side-drawer.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ComingDays } from './coming-days.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderState } from './order-state.tsx';
import { PastRuns } from './past-runs.tsx';
import { orderQuery } from './queries.ts';
import { useDay } from './use-day.ts';

interface OrderDrawerProps {
  id: string;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function OrderDrawer({ id, ...drawer }: OrderDrawerProps) {
  const t = useTranslations('orders.drawer');
  const query = useQuery(orderQuery(id));
  const order = query.data;
  const isMissing = isNotFound(query.error);
  return (
    <SideDrawer
      {...drawer}
      title={t('title')}
      footer={order && order.state !== 'ENDED' && <OrderActions key={order.id} order={order} />}
    >
      {order && <OrderSheet order={order} />}
      {!order && isMissing && (
        <EmptyState
          icon={<IconFileOff aria-hidden="true" />}
          title={t('missingTitle')}
          text={t('missingText')}
        />
      )}
      {!order && query.isError && !isMissing && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <SheetShape />}
    </SideDrawer>
  );
}

function OrderSheet({ order }: { order: StandingOrderDetails }) {
  const t = useTranslations('orders');
  const accounts = useQuery(allAccountsQuery).data ?? [];
  const day = useDay();
  const { state, reason, frequency, startOn, endOn, times, fee, currency } = order;
  return (
    <>
      <SheetHead>
        <Amount size="figure" value={order.amount} currency={currency} />
        <SheetParty>{t('drawer.to', { name: order.creditorName })}</SheetParty>
        <span aria-live="polite">
          <OrderState state={state} />
        </span>
        {reason && <Notice tone={state === 'SUSPENDED' ? 'error' : 'info'} title={t(`reasons.${reason}`)} />}
      </SheetHead>
      {order.coming.length > 0 && <ComingDays key={order.id} order={order} />}
      {order.runs.length > 0 && <PastRuns key={`${order.id} past`} order={order} />}
      <SheetSection title={t('drawer.details')}>
        <dl>
          <Fact name={t('often')}>{t(`frequencies.${frequency}`)}</Fact>
          <Fact name={t(frequency === 'ONCE' ? 'day' : 'first')}>{day(startOn)}</Fact>
          <Fact name={t('until')}>{endOn && day(endOn)}</Fact>
          <Fact name={t('times')}>{times}</Fact>
          <Fact name={t('drawer.restDays')}>{t(`drawer.rests.${order.restDays}`)}</Fact>
          <Fact name={t('drawer.fee')}>
            {isZeroDecimal(fee) ? t('drawer.noFee') : <Amount value={fee} currency={currency} />}
          </Fact>
          <Fact name={t('drawer.account')}>{formatIban(order.creditorAccount)}</Fact>
          <Fact name={t('drawer.from')}>{accounts.find(({ id }) => id === order.accountId)?.name}</Fact>
          <Fact name={t('drawer.reference')}>{order.reference}</Fact>
          <Fact name={t('drawer.by')}>{order.orderedBy}</Fact>
        </dl>
      </SheetSection>
    </>
  );
}
