/** The text parts of an order: side and instrument, price or condition, time. */
import type { TradeOrder } from '@calmly/contract';
import { timeOfDay, useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { IconBolt } from '@tabler/icons-react';
import { figuresOf } from '../figures.ts';
import classes from './orders.module.css';

const day = { day: 'numeric', month: 'short' } as const;

export function When({ at }: { at: string }) {
  const format = useFormatter();
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date().toDateString();
  return (
    <time dateTime={at}>
      {format.dateTime(moment, timeOfDay)}
      {!isToday && <small>{format.dateTime(moment, day)}</small>}
    </time>
  );
}

export function Side({ order }: { order: TradeOrder }) {
  const t = useTranslations('market.orders');
  return (
    <span className={classes.side} data-side={order.operation}>
      {t(`sides.${order.operation}`)}
      <small>{figuresOf(order.instrument).name}</small>
    </span>
  );
}

/** The price, `Market`, and the stop price until it is reached. */
export function Price({ order }: { order: TradeOrder }) {
  const t = useTranslations('market.orders');
  const figures = figuresOf(order.instrument);
  const text = (price: string) => figures.price(figures.priceOf(price));
  return (
    <span className={classes.price}>
      {order.type === 'MARKET' || order.price === null ? t('atMarket') : text(order.price)}
      {order.stopPrice !== null && (
        <small>
          <IconBolt aria-hidden="true" />
          {t(order.triggered ? 'stopReached' : 'stopAt', { price: text(order.stopPrice) })}
        </small>
      )}
    </span>
  );
}

export interface Filled {
  readonly filled: string;
  readonly of: string;
  /** 0 to 1, for a bar. */
  readonly share: number;
}

/** `share` is from 0 to 1, in thousandths, rounded down. */
export function filledOf({ instrument, initialAmount, leftAmount }: TradeOrder): Filled {
  const figures = figuresOf(instrument);
  const whole = figures.quantityOf(initialAmount);
  const filled = whole - figures.quantityOf(leftAmount);
  return {
    filled: figures.quantity(filled),
    of: figures.quantity(whole),
    share: whole === 0n ? 0 : Number((filled * 1000n) / whole) / 1000,
  };
}

/** The name of an order for screen readers and messages: `Buy 0.4000 BTC`. */
export function useOrderName(): (order: TradeOrder) => string {
  const t = useTranslations('market.orders');
  return (order) => {
    const { instrument } = figuresOf(order.instrument);
    return t(`names.${order.operation}`, { amount: `${filledOf(order).of} ${instrument.base}` });
  };
}
