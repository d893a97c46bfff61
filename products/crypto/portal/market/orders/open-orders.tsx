/** Orders in the book and waiting stops, with the filled part; each can be changed or cancelled. */
import { cancelOrder, type TradeOrder } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { RowsShape } from '@calmly/ui/lists/rows.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { IconPencil } from '@tabler/icons-react';
import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { figuresOf } from '../figures.ts';
import panel from '../panel.module.css';
import { cancelMutation } from '../queries.ts';
import { AmendDialog } from './amend-dialog.tsx';
import { filledOf, Price, Side, useOrderName, When } from './order-words.tsx';
import classes from './orders.module.css';

type OrderList = UseQueryResult<{ readonly Items: readonly TradeOrder[] }>;

export function OpenOrders({ list }: { list: OrderList }) {
  const t = useTranslations('market.orders');
  const [changed, setChanged] = useState<TradeOrder>();
  if (list.isError && !list.data)
    return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <RowsShape label={t('OPEN')} />;
  const orders = list.data.Items;
  if (orders.length === 0) return <p className={panel.none}>{t('noneOpen')}</p>;
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.orders} aria-label={t('OPEN')}>
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              <th scope="col">{t('side')}</th>
              <th scope="col">{t('price')}</th>
              <th scope="col">{t('filled')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <OpenOrder key={order.id} order={order} onChange={() => setChanged(order)} />
            ))}
          </tbody>
        </table>
      </div>
      {changed && <AmendDialog order={changed} onClose={() => setChanged(undefined)} />}
    </>
  );
}

function OpenOrder({ order, onChange }: { order: TradeOrder; onChange: () => void }) {
  const t = useTranslations('market.orders');
  const nameOf = useOrderName();
  const { held } = useRight(cancelOrder);
  const name = nameOf(order);
  const { base } = figuresOf(order.instrument).instrument;
  const { filled, of, share } = filledOf(order);
  const cancelling = useMutation({
    ...cancelMutation,
    onSuccess: () => showSnackbar(t('canceled', { name })),
    onError: showFailure,
  });
  // A waiting stop is not in the book: to change it, cancel it and place a new one.
  const canChange = order.type === 'LIMIT' && (order.stopPrice === null || order.triggered);
  return (
    <tr>
      <td>
        <When at={order.created} />
      </td>
      <td>
        <Side order={order} />
      </td>
      <td>
        <Price order={order} />
      </td>
      <td>
        <span className={classes.filled} style={{ '--share': share } as CSSProperties}>
          <span>{t.rich('filledOf', { filled, of: `${of} ${base}`, quiet: (text) => <i>{text}</i> })}</span>
        </span>
      </td>
      <td>
        {held && (
          <span className={classes.actions}>
            {canChange && (
              <Button
                size="s"
                variant="quiet"
                icon={<IconPencil aria-hidden="true" />}
                aria-label={t('change', { name })}
                onClick={onChange}
              />
            )}
            <Button
              size="s"
              aria-label={t('cancelNamed', { name })}
              busy={cancelling.isPending}
              onClick={() => cancelling.mutate(order.id)}
            >
              {t('cancel')}
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}
