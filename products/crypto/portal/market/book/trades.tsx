/** The newest trades of the instrument, as they happen. */
import type { Trade } from '@calmly/contract';
import type { InstrumentCode } from '@calmly/domain';
import { timeOfDay, useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { memo } from 'react';
import { type MarketFeed, useMarket } from '../feed/feed.ts';
import { figuresOf } from '../figures.ts';
import panel from '../panel.module.css';
import { BarShape } from './bar-shape.tsx';
import classes from './book.module.css';

const time = { ...timeOfDay, second: '2-digit' } as const;

export function Trades({ feed }: { feed: MarketFeed }) {
  const t = useTranslations('market.trades');
  const figures = figuresOf(feed.instrument);
  const trades = useMarket(feed, 'trades');
  return (
    <section className={`${panel.panel} ${classes.tradesPanel}`} aria-labelledby="trades-title">
      <header className={panel.head}>
        <h2 id="trades-title">{t('title')}</h2>
      </header>
      {trades?.length === 0 ? (
        <p className={panel.none}>{t('empty')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section className={classes.scroll} tabIndex={0} aria-label={t('list')}>
          <table className={classes.trades} aria-labelledby="trades-title" aria-busy={!trades}>
            <thead>
              <tr>
                <th scope="col">{t('price')}</th>
                <th scope="col">{figures.instrument.base}</th>
                <th scope="col">{t('time')}</th>
              </tr>
            </thead>
            <tbody>
              {trades?.map((trade) => (
                <TradeRow key={trade.number} trade={trade} instrument={feed.instrument} />
              )) ?? shapes}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

const shapes = Array.from({ length: 8 }, (_, row) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
  <tr key={row} className={classes.row}>
    {[0, 1, 2].map((column) => (
      <td key={column}>
        <BarShape at={row + column} />
      </td>
    ))}
  </tr>
));

/** A trade never changes, so only new ones are rendered. */
const TradeRow = memo(({ trade, instrument }: { trade: Trade; instrument: InstrumentCode }) => {
  const t = useTranslations('market.trades');
  const format = useFormatter();
  const figures = figuresOf(instrument);
  return (
    <tr className={classes.row} data-side={trade.operation}>
      <td>
        <span className="visually-hidden">{t(trade.operation)}</span>
        {figures.price(figures.priceOf(trade.price))}
      </td>
      <td>{figures.quantity(figures.quantityOf(trade.quantity))}</td>
      <td>{format.dateTime(new Date(trade.time), time)}</td>
    </tr>
  );
});
