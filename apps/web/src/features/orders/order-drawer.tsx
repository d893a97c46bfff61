/** One standing order in the drawer at the right: amount, state, the dates to come, what each past one became; actions at the foot. */
import { ApiProblem, type StandingOrderDetails, sendMissedRun, skipRun } from '@calmly/contract';
import { formatIban } from '@calmly/domain';
import { IconFileOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from '../../i18n/index.tsx';
import { dayAsDate } from '../../session/days.ts';
import { NeedsRight } from '../../session/needs-right.tsx';
import { useProblemText } from '../../session/problem-text.ts';
import { accountsQuery } from '../../session/resources.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Notice } from '../../ui/surface.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderState } from './order-state.tsx';
import classes from './orders.module.css';
import { actMutation, orderQuery, sendRunMutation } from './queries.ts';

interface OrderDrawerProps {
  id: string;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function OrderDrawer({ id, ...drawer }: OrderDrawerProps) {
  const t = useTranslations('orders.drawer');
  const ui = useTranslations('ui');
  const query = useQuery(orderQuery(id));
  const order = query.data;
  const isMissing = query.error instanceof ApiProblem && query.error.status === 404;
  return (
    <SideDrawer
      {...drawer}
      title={t('title')}
      footer={order && order.state !== 'ENDED' && <OrderActions order={order} />}
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
      {query.isPending && <div className={classes.shape} role="status" aria-label={ui('loading')} />}
    </SideDrawer>
  );
}

function OrderSheet({ order }: { order: StandingOrderDetails }) {
  const t = useTranslations('orders');
  const accounts = useQuery(accountsQuery).data ?? [];
  const day = useDay();
  const { state, reason, frequency, endOn, times } = order;
  return (
    <>
      <div className={classes.head}>
        <Amount size="figure" value={order.amount} currency={order.currency} />
        <p className={classes.to}>{t('drawer.to', { name: order.creditorName })}</p>
        <span aria-live="polite">
          <OrderState state={state} />
        </span>
        {reason && <Notice tone={state === 'SUSPENDED' ? 'error' : 'info'} title={t(`reasons.${reason}`)} />}
      </div>
      {order.nextDates.length > 0 && <ComingDates order={order} />}
      {order.runs.length > 0 && <PastRuns order={order} />}
      <section className={classes.section}>
        <h3>{t('drawer.details')}</h3>
        <dl>
          <Fact name={t('often')}>{t(`frequencies.${frequency}`)}</Fact>
          {endOn && <Fact name={t('drawer.until')}>{day(endOn)}</Fact>}
          {times && <Fact name={t('drawer.times')}>{times}</Fact>}
          <Fact name={t('restDays')}>{t(`rests.${order.restDays}`)}</Fact>
          <Fact name={t('drawer.account')}>{formatIban(order.creditorAccount)}</Fact>
          <Fact name={t('drawer.from')}>{accounts.find(({ id }) => id === order.accountId)?.name}</Fact>
          <Fact name={t('drawer.reference')}>{order.reference}</Fact>
          <Fact name={t('drawer.by')}>{order.orderedBy}</Fact>
        </dl>
      </section>
    </>
  );
}

function ComingDates({ order }: { order: StandingOrderDetails }) {
  const t = useTranslations('orders');
  const day = useDay();
  const problemText = useProblemText();
  const skip = useMutation(actMutation(order.id));
  return (
    <section className={classes.section}>
      <h3>{t('next')}</h3>
      {skip.isError && <Notice tone="refusal">{problemText(skip.error)}</Notice>}
      <ul className={classes.dates}>
        {order.nextDates.map((dueOn, place) => (
          <li key={dueOn}>
            {day(dueOn)}
            {place === 0 && order.frequency !== 'ONCE' && (
              <NeedsRight endpoint={skipRun} label={t('drawer.skip')} size="s" align="end">
                <Button
                  size="s"
                  variant="quiet"
                  busy={skip.isPending}
                  onClick={() => skip.mutate({ kind: 'skip', dueOn })}
                >
                  {t('drawer.skip')}
                </Button>
              </NeedsRight>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function PastRuns({ order }: { order: StandingOrderDetails }) {
  const t = useTranslations('orders');
  const day = useDay();
  const problemText = useProblemText();
  const [sending] = useState(() => sendRunMutation(order.id));
  const send = useMutation(sending);
  return (
    <section className={classes.section}>
      <h3>{t('drawer.past')}</h3>
      {send.isError && <Notice tone="refusal">{problemText(send.error)}</Notice>}
      <ul className={classes.dates}>
        {order.runs.map(({ dueOn, state, paymentId }) => (
          <li key={dueOn}>
            <span>
              {day(dueOn)}
              <span className={classes.note}>{t(`runs.${state}`)}</span>
            </span>
            {paymentId && (
              <Link to="/payments" search={{ payment: paymentId }} className="link">
                {t('drawer.open')}
              </Link>
            )}
            {state === 'MISSED' && (
              <NeedsRight endpoint={sendMissedRun} label={t('drawer.sendNow')} size="s" align="end">
                <Button
                  size="s"
                  busy={send.isPending && send.variables === dueOn}
                  onClick={() => send.mutate(dueOn, { onSuccess: () => showSnackbar(t('drawer.sent')) })}
                >
                  {t('drawer.sendNow')}
                </Button>
              </NeedsRight>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function useDay() {
  const format = useFormatter();
  return (text: string) =>
    format.dateTime(dayAsDate(text), { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });
}
