/**
 * Turns the order form's values into an order: its cost, how the book would fill it now, and why it cannot be placed. Pure and exact. The
 * bank holds the highest possible cost of a purchase: its limit price plus the taker's fee, or for a market order five percent above the best price.
 * Source: server page section 11.
 */
import type { TradeOrderInput } from '@calmly/contract';
import {
  affordableMinor,
  type BookLevel,
  type ExpectedFill,
  expectFill,
  formatDecimal,
  notionalMinor,
  tradeFeeMinor,
  tradingFees,
} from '@calmly/domain';
import { readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import type { Figures } from '../figures.ts';

export const orderKinds = ['LIMIT', 'MARKET', 'STOP'] as const;
export type OrderKind = (typeof orderKinds)[number];

export interface OrderValues {
  readonly side: 'BUY' | 'SELL';
  readonly kind: OrderKind;
  /** May be empty for a stop order, which then becomes a market order. */
  readonly price: string;
  readonly stopPrice: string;
  readonly amount: string;
  readonly timeInForce: TradeOrderInput['timeInForce'];
  readonly postOnly: boolean;
}

export interface MarketNow {
  readonly figures: Figures;
  /** Best first. */
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** Available on the paying wallet; undefined while it is unknown or there is none. */
  readonly availableMinor: bigint | undefined;
  /** Of the last trade; undefined before the first. */
  readonly lastMinor?: bigint | undefined;
}

export type OrderFault =
  | 'amount_missing'
  | 'amount_invalid'
  | 'amount_step'
  | 'price_missing'
  | 'price_invalid'
  | 'price_step'
  | 'stop_missing'
  | 'stop_reached'
  | 'too_small'
  | 'insufficient'
  | 'no_liquidity';

type Field = 'amount' | 'price' | 'stopPrice';

export interface OrderPlan {
  readonly faults: Readonly<Partial<Record<Field, OrderFault>>>;
  readonly quantityMinor: bigint | undefined;
  /** Without fees; for a market order the expected value. */
  readonly valueMinor: bigint | undefined;
  readonly feeMinor: bigint | undefined;
  readonly basisPoints: number;
  /** It meets resting orders at once. */
  readonly isTaker: boolean;
  /** Cost plus the fee of a purchase, proceeds less the fee of a sale. */
  readonly totalMinor: bigint | undefined;
  /** Held by the bank until the order ends, in the currency that pays. */
  readonly heldMinor: bigint | undefined;
  /** The shortfall. */
  readonly shortMinor: bigint | undefined;
  /** The largest quantity that the available money allows. */
  readonly mostMinor: bigint | undefined;
  /** For an order at the market's price: the fill at the visible prices. */
  readonly fill: ExpectedFill | undefined;
  /** How much worse the average is than the best price, in basis points. */
  readonly slippage: number | undefined;
  /** The worst price of a market order. */
  readonly worstMinor: bigint | undefined;
  /** For a stop order: when it triggers, the market is beyond its limit, so it waits in the book. */
  readonly limitIsBehindStop: boolean;
  readonly input: TradeOrderInput | undefined;
}

/** How much worse than the best price a market order may trade. */
const protectionPercent = 5n;

/**
 * `input` is the order to send, undefined while there are faults. Figures are in minor units, and undefined
 * while unknown.
 */
export function planOrder(values: OrderValues, market: MarketNow): OrderPlan {
  const { figures, availableMinor } = market;
  const { instrument } = figures;
  const { side, kind } = values;
  const levels = side === 'BUY' ? market.asks : market.bids;
  const best = levels[0]?.priceMinor;
  const quantity = readSteps(values.amount, instrument.base, instrument.lotMinor);
  const price = readSteps(values.price, instrument.quote, instrument.tickMinor);
  const stop = readSteps(values.stopPrice, instrument.quote, instrument.tickMinor);
  const atMarket = kind === 'MARKET' || (kind === 'STOP' && price.fault === 'missing');
  const reference = kind === 'STOP' ? stop.minor : best;
  const worstMinor =
    atMarket && reference !== undefined ? protection(reference, side, instrument.tickMinor) : undefined;
  const limitMinor = atMarket ? worstMinor : price.minor;
  const fill =
    kind === 'MARKET' && quantity.minor !== undefined
      ? expectFill(instrument, levels, quantity.minor)
      : undefined;

  const crosses =
    price.minor !== undefined &&
    best !== undefined &&
    (side === 'BUY' ? price.minor >= best : price.minor <= best);
  const isTaker = kind !== 'LIMIT' || (crosses && !values.postOnly);
  const basisPoints = isTaker ? tradingFees.takerBasisPoints : tradingFees.makerBasisPoints;
  const expectedPrice = atMarket ? reference : price.minor;
  const valueMinor =
    fill && fill.filledMinor === quantity.minor
      ? fill.valueMinor
      : quantity.minor !== undefined && expectedPrice !== undefined
        ? notionalMinor(instrument, expectedPrice, quantity.minor)
        : undefined;
  const feeMinor = valueMinor === undefined ? undefined : tradeFeeMinor(valueMinor, basisPoints);
  const totalMinor =
    valueMinor === undefined || feeMinor === undefined
      ? undefined
      : side === 'BUY'
        ? valueMinor + feeMinor
        : valueMinor - feeMinor;

  const heldMinor = held(figures, side, limitMinor, quantity.minor);
  const shortMinor =
    heldMinor !== undefined && availableMinor !== undefined && heldMinor > availableMinor
      ? heldMinor - availableMinor
      : undefined;
  const mostMinor = most(figures, side, limitMinor, availableMinor);
  const faults = faultsOf(
    { kind, quantity, price, stop: withReached(stop, side, market.lastMinor) },
    { isEmptyBook: kind === 'MARKET' && best === undefined, isShort: shortMinor !== undefined, valueMinor },
    instrument.leastNotionalMinor,
  );
  return {
    faults,
    quantityMinor: quantity.minor,
    valueMinor,
    feeMinor,
    basisPoints,
    isTaker,
    totalMinor,
    heldMinor,
    shortMinor,
    mostMinor,
    fill,
    slippage: slippageOf(fill?.averageMinor, best),
    worstMinor,
    limitIsBehindStop: kind === 'STOP' && isBehind(price.minor, stop.minor, side),
    input:
      Object.keys(faults).length > 0 || quantity.minor === undefined
        ? undefined
        : inputOf(values, figures, {
            quantityMinor: quantity.minor,
            limitMinor,
            stopMinor: stop.minor,
            atMarket,
          }),
  };
}

export interface Steps {
  readonly minor: bigint | undefined;
  readonly fault?: 'missing' | 'invalid' | 'step';
}

type Stop = Omit<Steps, 'fault'> & { readonly fault?: Steps['fault'] | 'reached' };

/** The bank refuses a stop price that the last trade has reached. */
function withReached(stop: Steps, side: 'BUY' | 'SELL', lastMinor: bigint | undefined): Stop {
  if (stop.minor === undefined || lastMinor === undefined) return stop;
  const isReached = side === 'BUY' ? lastMinor >= stop.minor : lastMinor <= stop.minor;
  return isReached ? { ...stop, fault: 'reached' } : stop;
}

function isBehind(
  priceMinor: bigint | undefined,
  stopMinor: bigint | undefined,
  side: 'BUY' | 'SELL',
): boolean {
  if (priceMinor === undefined || stopMinor === undefined) return false;
  return side === 'BUY' ? priceMinor < stopMinor : priceMinor > stopMinor;
}

/** A typed amount in minor units, which must be a multiple of `stepMinor`. */
export function readSteps(
  text: string,
  currency: Parameters<typeof readAmount>[1],
  stepMinor: bigint,
): Steps {
  const read = readAmount(text, currency);
  if (!read.ok) return { minor: undefined, fault: read.code === 'required' ? 'missing' : 'invalid' };
  return read.minor % stepMinor === 0n ? { minor: read.minor } : { minor: undefined, fault: 'step' };
}

/** Rounded to a price of the book, to the client's disadvantage, as the bank does. */
function protection(reference: bigint, side: 'BUY' | 'SELL', tickMinor: bigint): bigint {
  const ticks = reference / tickMinor;
  if (side === 'BUY') return ((ticks * (100n + protectionPercent) + 99n) / 100n) * tickMinor;
  const worst = (ticks * (100n - protectionPercent)) / 100n;
  return (worst > 0n ? worst : 1n) * tickMinor;
}

function held(
  { instrument }: Figures,
  side: 'BUY' | 'SELL',
  limitMinor: bigint | undefined,
  quantityMinor: bigint | undefined,
): bigint | undefined {
  if (side === 'SELL' || quantityMinor === undefined) return quantityMinor;
  if (limitMinor === undefined) return undefined;
  const value = notionalMinor(instrument, limitMinor, quantityMinor);
  return value + tradeFeeMinor(value, tradingFees.takerBasisPoints);
}

function most(
  { instrument }: Figures,
  side: 'BUY' | 'SELL',
  limitMinor: bigint | undefined,
  availableMinor: bigint | undefined,
): bigint | undefined {
  if (availableMinor === undefined) return undefined;
  if (side === 'SELL') return availableMinor - (availableMinor % instrument.lotMinor);
  if (limitMinor === undefined) return undefined;
  return affordableMinor(instrument, availableMinor, {
    priceMinor: limitMinor,
    basisPoints: tradingFees.takerBasisPoints,
  });
}

function faultsOf(
  { kind, quantity, price, stop }: { kind: OrderKind; quantity: Steps; price: Steps; stop: Stop },
  at: { isEmptyBook: boolean; isShort: boolean; valueMinor: bigint | undefined },
  leastMinor: bigint,
): OrderPlan['faults'] {
  const amountFault: OrderFault | undefined = quantity.fault
    ? `amount_${quantity.fault}`
    : at.isEmptyBook
      ? 'no_liquidity'
      : at.valueMinor !== undefined && at.valueMinor < leastMinor
        ? 'too_small'
        : at.isShort
          ? 'insufficient'
          : undefined;
  const isPriceOptional = kind === 'STOP' && price.fault === 'missing';
  const priceFault: OrderFault | undefined =
    kind === 'MARKET' || isPriceOptional || !price.fault ? undefined : `price_${price.fault}`;
  const stopFault: OrderFault | undefined =
    kind !== 'STOP' || !stop.fault
      ? undefined
      : stop.fault === 'missing' || stop.fault === 'reached'
        ? `stop_${stop.fault}`
        : `price_${stop.fault}`;
  return {
    ...(stopFault && { stopPrice: stopFault }),
    ...(priceFault && { price: priceFault }),
    ...(amountFault && { amount: amountFault }),
  };
}

function slippageOf(averageMinor: bigint | undefined, best: bigint | undefined): number | undefined {
  if (averageMinor === undefined || best === undefined || best === 0n) return undefined;
  const away = averageMinor > best ? averageMinor - best : best - averageMinor;
  return Number((away * 10_000n) / best);
}

function inputOf(
  { side, kind, timeInForce, postOnly }: OrderValues,
  { instrument }: Figures,
  at: {
    quantityMinor: bigint;
    limitMinor: bigint | undefined;
    stopMinor: bigint | undefined;
    atMarket: boolean;
  },
): TradeOrderInput {
  const rests = kind === 'LIMIT';
  return {
    instrument: instrument.code,
    operation: side,
    type: at.atMarket ? 'MARKET' : 'LIMIT',
    amount: formatDecimal(at.quantityMinor, instrument.base),
    ...(at.limitMinor !== undefined && { price: formatDecimal(at.limitMinor, instrument.quote) }),
    ...(kind === 'STOP' &&
      at.stopMinor !== undefined && { stopPrice: formatDecimal(at.stopMinor, instrument.quote) }),
    timeInForce: rests ? timeInForce : 'GTC',
    postOnly: rests && timeInForce === 'GTC' && postOnly,
  };
}

/** A share of the maximum, in whole lots. */
export const shareOf = (mostMinor: bigint, percent: number, lotMinor: bigint): bigint => {
  const share = (mostMinor * BigInt(percent)) / 100n;
  return share - (share % lotMinor);
};
