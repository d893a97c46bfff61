/** The candles as a table, newest first, for people who prefer figures to a chart. */
import { timeOfDay, useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import type { Figures } from '../figures.ts';
import type { Candle } from './candles.ts';
import classes from './chart.module.css';

const moment = { ...timeOfDay, day: 'numeric', month: 'short' } as const;
/** More than anyone reads; the chart covers the rest. */
const rows = 100;

export function CandleTable({ figures, candles }: { figures: Figures; candles: readonly Candle[] }) {
  const t = useTranslations('market.chart');
  const format = useFormatter();
  const { base, quote } = figures.instrument;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={t('table', { name: figures.name })}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            {(['open', 'high', 'low', 'close'] as const).map((name) => (
              <th key={name} scope="col">{`${t(`${name}.long`)}, ${quote}`}</th>
            ))}
            <th scope="col">{`${t('volume.long')}, ${base}`}</th>
          </tr>
        </thead>
        <tbody>
          {candles
            .slice(-rows)
            .toReversed()
            .map((candle) => (
              <tr key={candle.time}>
                <th scope="row">{format.dateTime(new Date(candle.time * 1000), moment)}</th>
                <td>{figures.price(candle.openMinor)}</td>
                <td>{figures.price(candle.highMinor)}</td>
                <td>{figures.price(candle.lowMinor)}</td>
                <td>{figures.price(candle.closeMinor)}</td>
                <td>{figures.quantity(candle.volumeMinor)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
