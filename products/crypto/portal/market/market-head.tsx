/** The instrument, its last price, and the figures of the last 24 hours. The last price is that of the last trade, live. */
import type { InstrumentView } from '@calmly/contract';
import { type InstrumentCode, instrumentCodes } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Picker } from '@calmly/ui/fields/picker.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useQuery } from '@tanstack/react-query';
import { AssetMark } from '../asset-mark.tsx';
import { type MarketFeed, useCalmMarket, useFeedStatus } from './feed/feed.ts';
import { figuresOf } from './figures.ts';
import classes from './market.module.css';
import { instrumentsQuery } from './queries.ts';

interface MarketHeadProps {
  feed: MarketFeed;
  onInstrument: (instrument: InstrumentCode) => void;
}

export function MarketHead({ feed, onInstrument }: MarketHeadProps) {
  const t = useTranslations('market.head');
  const figures = figuresOf(feed.instrument);
  const { base } = figures.instrument;
  const list = useQuery(instrumentsQuery).data;
  const view = list?.find(({ code }) => code === feed.instrument);
  const newest = useCalmMarket(feed, 'trades')?.[0];
  const last = newest?.price ?? view?.last;
  const status = useFeedStatus(feed);
  const price = (text: string | null | undefined) => (text ? figures.price(figures.priceOf(text)) : '–');
  return (
    <Inline as="header" wrap gap={24} rowGap={8} align="center" className={classes.head}>
      <div className={classes.picker}>
        <Picker
          label={t('instrument')}
          labelHidden
          compact
          name="instrument"
          placeholder={figures.name}
          chosen={feed.instrument}
          options={instrumentCodes.map((code) => ({
            key: code,
            content: <InstrumentRow code={code} view={list?.find((each) => each.code === code)} />,
          }))}
          short={<InstrumentRow code={feed.instrument} />}
          onChoose={(key) => {
            const chosen = instrumentCodes.find((code) => code === key);
            if (chosen) onInstrument(chosen);
          }}
        />
      </div>
      <p className={classes.last}>
        <span className="visually-hidden">{t('last')}</span>
        {price(last)}
      </p>
      <p className={classes.change} data-sign={signOf(view?.change)}>
        {changeText(view?.change) ?? '\u00a0'} <span>{view?.change ? t('inDay') : ''}</span>
      </p>
      <dl className={classes.stats}>
        <div>
          <dt>{t('high')}</dt>
          <dd>{price(view?.high)}</dd>
        </div>
        <div>
          <dt>{t('low')}</dt>
          <dd>{price(view?.low)}</dd>
        </div>
        <div>
          <dt>{t('volume')}</dt>
          <dd>{view ? `${figures.quantity(figures.quantityOf(view.volume))} ${base}` : '–'}</dd>
        </div>
      </dl>
      {(status.kind === 'lost' || status.kind === 'unreached') && (
        <p className={classes.lost} role="status">
          {t(status.kind)}
        </p>
      )}
    </Inline>
  );
}

function InstrumentRow({ code, view }: { code: InstrumentCode; view?: InstrumentView | undefined }) {
  const figures = figuresOf(code);
  return (
    <span className={classes.instrument}>
      <AssetMark asset={figures.instrument.base} size={32} />
      <Text as="span" weight="label" wrap="never">
        {figures.name}
      </Text>
      {view && (
        <Inline as="span" gap={12} className={classes.instrumentFigures} data-sign={signOf(view.change)}>
          <span>{view.last ? figures.price(figures.priceOf(view.last)) : '–'}</span>
          <span>{changeText(view.change)}</span>
        </Inline>
      )}
    </span>
  );
}

const signOf = (change: string | null | undefined) =>
  !change || /^-?0(\.0+)?$/.test(change) ? undefined : change.startsWith('-') ? '-' : '+';

function changeText(change: string | null | undefined): string | undefined {
  if (!change) return undefined;
  const figure = change.replace(/^[-+]/, '');
  const sign = signOf(change);
  // Without an amount, the specification requires a hyphen.
  return `${sign === '-' ? '\u2212' : (sign ?? '')}${figure}%`;
}
