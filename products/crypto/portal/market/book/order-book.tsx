/**
 * The eight best prices of each side with depth bars. A row is a button that copies its price into the order form; the whole book is one tab stop,
 * and the arrow keys move between rows. Rows keep their place while figures change, so the focus stays.
 */
import { bookRows } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Select } from '@calmly/ui/fields/select.tsx';
import { type CSSProperties, type KeyboardEvent, useState } from 'react';
import { type MarketFeed, useMarket } from '../feed/feed.ts';
import { figuresOf } from '../figures.ts';
import panel from '../panel.module.css';
import { BarShape } from './bar-shape.tsx';
import classes from './book.module.css';
import { type BookRow, sidesOf } from './book-rows.ts';

const steps = [1n, 10n, 100n, 1000n] as const;

interface OrderBookProps {
  feed: MarketFeed;
  /** Decimal text of the chosen price. */
  onPick: (priceMinor: bigint) => void;
}

export function OrderBook({ feed, onPick }: OrderBookProps) {
  const t = useTranslations('market.book');
  const figures = figuresOf(feed.instrument);
  const { base, quote, tickMinor } = figures.instrument;
  const [times, setTimes] = useState<bigint>(1n);
  /** The row that Tab reaches; initially the best bid. */
  const [current, setCurrent] = useState(bookRows);
  const book = useMarket(feed, 'book');
  const last = useMarket(feed, 'trades')?.[0];
  const sides = book && sidesOf(book, figures, tickMinor * times);
  // The best prices of both sides meet in the middle.
  const asks = sides && padded(sides.asks).toReversed();
  const bids = sides && padded(sides.bids);
  const isEmpty = sides !== undefined && sides.asks.length + sides.bids.length === 0;
  const row = (side: 'BUY' | 'SELL', place: number, level: BookRow | undefined) => (
    <tr
      key={place}
      className={classes.row}
      data-side={side}
      style={{ '--depth': level?.depth ?? 0 } as CSSProperties}
    >
      <td>
        {!book && <BarShape at={place} />}
        {level && (
          <button
            type="button"
            data-book-row={place}
            tabIndex={place === current ? 0 : -1}
            aria-label={t('pick', { price: figures.price(level.priceMinor) })}
            onFocus={() => setCurrent(place)}
            onClick={() => onPick(level.priceMinor)}
          >
            {figures.price(level.priceMinor)}
          </button>
        )}
      </td>
      <td>{level ? figures.quantity(level.quantityMinor) : !book && <BarShape at={place + 1} />}</td>
      <td>{level ? figures.quantity(level.totalMinor) : !book && <BarShape at={place + 2} />}</td>
    </tr>
  );
  return (
    <section className={panel.panel} aria-labelledby="book-title">
      <header className={panel.head}>
        <h2 id="book-title">{t('title')}</h2>
        <Select
          className={panel.select}
          aria-label={t('group')}
          value={`${times}`}
          onChange={({ target }) => setTimes(BigInt(target.value))}
        >
          {steps.map((each) => (
            <option key={each} value={`${each}`}>
              {figures.price(tickMinor * each)}
            </option>
          ))}
        </Select>
      </header>
      <table className={classes.book} aria-labelledby="book-title" aria-busy={!book} onKeyDown={walk}>
        <thead>
          <tr>
            <th scope="col">{t('price', { currency: quote })}</th>
            <th scope="col">{base}</th>
            <th scope="col">{t('total')}</th>
          </tr>
        </thead>
        <tbody>
          {isEmpty ? (
            <tr className={classes.nothing}>
              <td colSpan={3}>{t('empty')}</td>
            </tr>
          ) : (
            (asks ?? empty).map((level, index) => row('SELL', index, level))
          )}
        </tbody>
        <tbody>
          <tr className={classes.middle}>
            <th scope="row" colSpan={2} data-side={last?.operation}>
              <span className="visually-hidden">{t('last')}</span>
              {last ? figures.price(figures.priceOf(last.price)) : '–'}
            </th>
            <td>
              {sides?.spreadMinor !== undefined && t('spread', { spread: figures.price(sides.spreadMinor) })}
            </td>
          </tr>
        </tbody>
        <tbody>{(bids ?? empty).map((level, index) => row('BUY', bookRows + index, level))}</tbody>
      </table>
    </section>
  );
}

const empty = Array.from({ length: bookRows }, () => undefined);
const padded = (rows: readonly BookRow[]) => empty.map((_, index) => rows[index]);

function walk(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-book-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  rows[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}
