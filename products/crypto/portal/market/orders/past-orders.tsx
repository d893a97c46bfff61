/** Past orders, newest first, by instrument and outcome. */
import type { TradeOrder, TradeOrderStatus } from '@calmly/contract';
import type { InstrumentCode } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Badge, type BadgeColour } from '@calmly/ui/facts/status-badge.tsx';
import { Select } from '@calmly/ui/fields/select.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { MoreRows, RowsShape } from '@calmly/ui/lists/rows.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { figuresOf } from '../figures.ts';
import panel from '../panel.module.css';
import { pastOrdersQuery } from '../queries.ts';
import { filledOf, Price, Side, When } from './order-words.tsx';
import classes from './orders.module.css';

const statuses = ['EXECUTED', 'CANCELED', 'REJECTED'] as const satisfies readonly TradeOrderStatus[];
const colours: Readonly<Record<TradeOrderStatus, BadgeColour>> = {
  PLACED: 'yellow',
  EXECUTED: 'green',
  CANCELED: 'grey',
  REJECTED: 'red',
};

export function PastOrders({ instrument }: { instrument: InstrumentCode }) {
  const t = useTranslations('market.orders');
  const [isEvery, setIsEvery] = useState(true);
  const [status, setStatus] = useState<TradeOrderStatus>();
  const list = useInfiniteQuery(pastOrdersQuery({ instrument: isEvery ? undefined : instrument, status }));
  const orders = list.data?.pages.flatMap(({ Items }) => Items);
  return (
    <>
      <Inline as="search" wrap gap={8} className={classes.filters} aria-label={t('filters')}>
        <Select
          className={classes.filter}
          aria-label={t('instrument')}
          value={isEvery ? '' : instrument}
          onChange={({ target }) => setIsEvery(target.value === '')}
        >
          <option value="">{t('everyInstrument')}</option>
          <option value={instrument}>{figuresOf(instrument).name}</option>
        </Select>
        <Select
          className={classes.filter}
          aria-label={t('status')}
          value={status ?? ''}
          onChange={({ target }) => setStatus(statuses.find((each) => each === target.value))}
        >
          <option value="">{t('everyStatus')}</option>
          {statuses.map((each) => (
            <option key={each} value={each}>
              {t(`statuses.${each}`)}
            </option>
          ))}
        </Select>
      </Inline>
      {list.isError && !orders ? (
        <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />
      ) : !orders ? (
        <RowsShape label={t('PAST')} />
      ) : orders.length === 0 ? (
        <p className={panel.none}>{t('nonePast')}</p>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.orders} aria-label={t('PAST')}>
            <thead>
              <tr>
                <th scope="col">{t('time')}</th>
                <th scope="col">{t('side')}</th>
                <th scope="col">{t('price')}</th>
                <th scope="col">{t('filled')}</th>
                <th scope="col">{t('status')}</th>
              </tr>
            </thead>
            <tbody>
              {orders.map((order) => (
                <PastOrder key={order.id} order={order} />
              ))}
            </tbody>
          </table>
          <MoreRows query={list} />
        </div>
      )}
    </>
  );
}

function PastOrder({ order }: { order: TradeOrder }) {
  const t = useTranslations('market.orders');
  const figures = figuresOf(order.instrument);
  const { base, quote } = figures.instrument;
  const { filled, of } = filledOf(order);
  return (
    <tr>
      <td>
        <When at={order.updated} />
      </td>
      <td>
        <Side order={order} />
      </td>
      <td>
        {order.averagePrice === null ? (
          <Price order={order} />
        ) : (
          <span className={classes.price}>
            {figures.price(figures.priceOf(order.averagePrice))}
            <small>{t('fee', { fee: `${figures.value(figures.priceOf(order.fee))} ${quote}` })}</small>
          </span>
        )}
      </td>
      <td className={classes.share}>
        {t.rich('filledOf', { filled, of: `${of} ${base}`, quiet: (text) => <i>{text}</i> })}
      </td>
      <td>
        <span className={classes.outcome}>
          <Badge colour={colours[order.status]}>{t(`statuses.${order.status}`)}</Badge>
          {order.endReason !== null && order.endReason !== 'client' && (
            <small>{t(`reasons.${order.endReason}`)}</small>
          )}
        </span>
      </td>
    </tr>
  );
}
