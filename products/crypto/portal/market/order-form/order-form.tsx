/**
 * Places an order. Cost, fee and total follow the typed values; a shortfall on the wallet is shown before anything is sent. A market order shows
 * the average price that the visible book would give, and a warning if it is far from the best one.
 */
import { placeOrder, timesInForce } from '@calmly/contract';
import { displayAmount } from '@calmly/domain';
import { MoneyFields } from '@calmly/portal-kit/shared/form/money-fields.tsx';
import { useMoneyForm } from '@calmly/portal-kit/shared/form/use-money-form.ts';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { CheckboxField, SelectField, TextField } from '@calmly/ui/fields/field.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid, Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useEffect, useRef } from 'react';
import { levelsOf } from '../book/book-rows.ts';
import { type MarketFeed, useCalmMarket } from '../feed/feed.ts';
import { figuresOf } from '../figures.ts';
import panel from '../panel.module.css';
import { placeMutation } from '../queries.ts';
import { AmountSlider } from './amount-slider.tsx';
import { CostLines } from './cost-lines.tsx';
import classes from './order-form.module.css';
import {
  type OrderFault,
  type OrderKind,
  type OrderValues,
  orderKinds,
  planOrder,
  shareOf,
} from './order-plan.ts';

/** A price chosen from the book; a new object for each choice. */
export interface PickedPrice {
  readonly priceMinor: bigint;
}

interface OrderFormProps {
  feed: MarketFeed;
  picked: PickedPrice | undefined;
  /** Available on the wallets, by asset; undefined while they load. */
  balances: ReadonlyMap<string, bigint> | undefined;
  onCreateWallet: (asset: string) => void;
}

const startValues: OrderValues = {
  side: 'BUY',
  kind: 'LIMIT',
  price: '',
  stopPrice: '',
  amount: '',
  timeInForce: 'GTC',
  postOnly: false,
};

export function OrderForm({ feed, picked, balances, onCreateWallet }: OrderFormProps) {
  const t = useTranslations('market.form');
  const again = useTranslations('payments.create');
  const figures = figuresOf(feed.instrument);
  const { instrument } = figures;
  const { base, quote } = instrument;
  const book = useCalmMarket(feed, 'book');
  const last = useCalmMarket(feed, 'trades')?.[0]?.price;
  const now = (values: OrderValues) => ({
    lastMinor: last === undefined ? undefined : figures.priceOf(last),
    figures,
    bids: levelsOf(book, 'BUY', figures),
    asks: levelsOf(book, 'SELL', figures),
    availableMinor: balances?.get(values.side === 'BUY' ? quote : base),
  });
  const faultText = (fault: OrderFault | undefined, shortMinor: bigint | undefined, payer: string) => {
    if (fault === undefined) return undefined;
    return t(`faults.${fault}`, {
      step: fault.startsWith('price')
        ? figures.price(instrument.tickMinor)
        : figures.quantity(instrument.lotMinor),
      least: displayAmount(instrument.leastNotionalMinor, quote).text,
      last: last === undefined ? '' : figures.price(figures.priceOf(last)),
      short: `${payer === quote ? figures.value(shortMinor ?? 0n) : figures.quantity(shortMinor ?? 0n)} ${payer}`,
    });
  };
  const form = useMoneyForm({
    intent: `trading.place.${instrument.code}`,
    start: startValues,
    live: true,
    read: (values) => {
      const planned = planOrder(values, now(values));
      const paying = values.side === 'BUY' ? quote : base;
      if (planned.input) return { body: planned.input };
      return {
        faults: {
          stopPrice: faultText(planned.faults.stopPrice, undefined, paying),
          price: faultText(planned.faults.price, undefined, paying),
          amount: faultText(planned.faults.amount, planned.shortMinor, paying),
        },
      };
    },
    mutation: placeMutation,
    onSent: () => showSnackbar(t('placed')),
    // The next order is often much the same; only the amount is cleared.
    rest: ({ amount }, sent) => ({ amount: amount === sent.amount ? '' : amount }),
  });
  const { values, change } = form;
  const market = now(values);
  const plan = planOrder(values, market);
  const payer = values.side === 'BUY' ? quote : base;
  const isMissingWallet = balances !== undefined && market.availableMinor === undefined;

  const taken = useRef(picked);
  /** The price that the form has filled in itself. */
  const suggested = useRef<string>(undefined);
  /** Most orders start at the best price of their own side. */
  const suggestion = (side: OrderValues['side']): string => {
    const best = side === 'BUY' ? (market.bids[0] ?? market.asks[0]) : (market.asks[0] ?? market.bids[0]);
    if (!best) return '';
    suggested.current = figures.price(best.priceMinor);
    return suggested.current;
  };
  const chooseSide = (side: OrderValues['side']) => {
    const isUntouched = values.price !== '' && values.price === suggested.current;
    change({ side, ...(isUntouched && { price: suggestion(side) }) });
  };
  // The suggested price of a limit order is no limit for a stop, which triggers elsewhere: without a limit it trades at the market's price.
  const chooseKind = (kind: OrderKind) => {
    const isLeavingStop = values.kind === 'STOP' && values.price === '';
    change({
      kind,
      ...(kind === 'STOP' && values.kind !== 'STOP' && { price: '' }),
      ...(kind !== 'STOP' && isLeavingStop && { price: suggestion(values.side) }),
    });
  };
  useEffect(() => {
    if (suggested.current === undefined && values.price === '' && values.kind !== 'STOP') {
      const price = suggestion(values.side);
      if (price !== '') change({ price });
    }
    if (!picked || taken.current === picked) return;
    taken.current = picked;
    change((before) => ({
      price: figures.price(picked.priceMinor),
      kind: before.kind === 'MARKET' ? 'LIMIT' : before.kind,
    }));
  });

  const setShare = (percent: number) => {
    const { mostMinor } = plan;
    if (mostMinor === undefined) return;
    const amountMinor = shareOf(mostMinor, percent, instrument.lotMinor);
    change({ amount: amountMinor === 0n ? '' : figures.quantity(amountMinor) });
  };
  const decimal = { inputMode: 'decimal', autoComplete: 'off' } as const;
  const amountName = `${plan.quantityMinor === undefined ? '' : `${figures.quantity(plan.quantityMinor)} `}${base}`;
  return (
    <section className={panel.panel} aria-label={t('title')}>
      <Stack as="form" {...form.props} gap={12} className={classes.form}>
        <MoneyFields form={form}>
          <div className={classes.sides} data-side={values.side}>
            <Segments
              label={t('side')}
              block
              value={values.side}
              options={[
                { value: 'BUY', label: t('buy') },
                { value: 'SELL', label: t('sell') },
              ]}
              onChange={chooseSide}
            />
          </div>
          <Kinds value={values.kind} onChange={chooseKind} />
          {values.kind === 'STOP' && (
            <TextField
              {...form.text('stopPrice')}
              {...decimal}
              size="m"
              label={t('stopPrice')}
              help={t(values.side === 'BUY' ? 'stopBuyHelp' : 'stopSellHelp')}
              right={<span className={classes.unit}>{quote}</span>}
              onBlur={() => form.leave('stopPrice')}
            />
          )}
          {values.kind !== 'MARKET' && (
            <TextField
              {...form.text('price')}
              {...decimal}
              size="m"
              label={t(values.kind === 'STOP' ? 'limitPrice' : 'price')}
              optional={values.kind === 'STOP'}
              right={<span className={classes.unit}>{quote}</span>}
              onBlur={() => form.leave('price')}
            />
          )}
          <TextField
            {...form.text('amount')}
            {...decimal}
            size="m"
            label={t('amount')}
            right={<span className={classes.unit}>{base}</span>}
            onBlur={() => form.leave('amount')}
          />
          <AmountSlider
            label={t('share')}
            percent={percentOf(plan.quantityMinor, plan.mostMinor)}
            isDisabled={plan.mostMinor === undefined || plan.mostMinor === 0n}
            onChange={setShare}
          />
          {values.kind === 'LIMIT' && (
            <Text as="details" size={13} className={classes.more}>
              <summary>{t('more')}</summary>
              <Grid gap={12} above={12}>
                <SelectField
                  size="m"
                  name="timeInForce"
                  label={t('timeInForce')}
                  help={t(`times.${values.timeInForce}.help`)}
                  value={values.timeInForce}
                  onChange={({ target }) => {
                    const timeInForce = timesInForce.find((each) => each === target.value) ?? 'GTC';
                    change({ timeInForce, ...(timeInForce !== 'GTC' && { postOnly: false }) });
                  }}
                >
                  {timesInForce.map((each) => (
                    <option key={each} value={each}>
                      {t(`times.${each}.name`)}
                    </option>
                  ))}
                </SelectField>
                <CheckboxField
                  name="postOnly"
                  label={t('postOnly')}
                  disabled={values.timeInForce !== 'GTC'}
                  checked={values.postOnly}
                  onChange={({ currentTarget: { checked } }) => change({ postOnly: checked })}
                />
              </Grid>
            </Text>
          )}
          <CostLines figures={figures} side={values.side} plan={plan} isAtMarket={values.kind === 'MARKET'} />
        </MoneyFields>
        {isMissingWallet && !form.locked ? (
          <>
            <Button size="l" block onClick={() => onCreateWallet(payer)}>
              {t('createWallet', { currency: payer })}
            </Button>
            <Text size={13} tone="soft" align="center" figures>
              {t('noWallet', { currency: payer })}
            </Text>
          </>
        ) : (
          <>
            <NeedsRight
              endpoint={placeOrder}
              label={t(values.side === 'BUY' ? 'buyAmount' : 'sellAmount', { amount: base })}
            >
              <Button
                type="submit"
                variant="accent"
                size="l"
                block
                unready={values.amount === ''}
                busy={form.busy}
              >
                {form.locked
                  ? again('checkAgain')
                  : t(values.side === 'BUY' ? 'buyAmount' : 'sellAmount', { amount: amountName })}
              </Button>
            </NeedsRight>
            <Text size={13} tone="soft" align="center" figures>
              {market.availableMinor === undefined
                ? '\u00a0'
                : t('balance', {
                    amount:
                      payer === quote
                        ? displayAmount(market.availableMinor, quote).text
                        : displayAmount(market.availableMinor, base).text,
                  })}
            </Text>
          </>
        )}
      </Stack>
    </section>
  );
}

function Kinds({ value, onChange }: { value: OrderKind; onChange: (kind: OrderKind) => void }) {
  const t = useTranslations('market.form');
  return (
    <Inline role="radiogroup" aria-label={t('kind')} gap={16}>
      {orderKinds.map((kind) => (
        <label key={kind} className={classes.kind}>
          <input type="radio" name="orderKind" checked={kind === value} onChange={() => onChange(kind)} />
          {t(`kinds.${kind}`)}
        </label>
      ))}
    </Inline>
  );
}

/** The nearest whole percent; an amount above the maximum counts as all of it. */
function percentOf(quantityMinor: bigint | undefined, mostMinor: bigint | undefined): number {
  if (!quantityMinor || !mostMinor) return 0;
  const percent = (quantityMinor * 200n + mostMinor) / (mostMinor * 2n);
  return percent > 100n ? 100 : Number(percent);
}
