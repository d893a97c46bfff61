/** The terms of a new order, or why it is refused: pure. Source: specification sections 6, 8; server page section 11. */
import type { TradeOrderInput } from '@calmly/contract';
import { displayAmount, type Instrument, instruments } from '@calmly/domain';
import { badFields, type FieldRejection, Problem } from '@calmly/platform/problem.ts';
import { type BestPrices, knownPrice } from '../market/book-store.ts';
import type { StoredOrder } from '../orders/order.ts';
import { type StepRefusal, stepsIn, valueMinor } from '../scale.ts';

export type Terms = Pick<
  StoredOrder,
  'instrument' | 'side' | 'type' | 'timeInForce' | 'postOnly' | 'price' | 'stopPrice' | 'quantity'
>;

/** A price worse than the known one (`knownPrice`) by more than this counts as a typing error, whatever the order's type. */
const bandPercent = 20;
/** How much worse than the best price a market order may trade by default; never beyond the band. */
const protectionPercent = 5;

/** The terms of an order that may be placed. */
export function decideTerms(input: TradeOrderInput, best: BestPrices): Terms | Problem {
  const instrument = instruments[input.instrument];
  const steps = readSteps(input, instrument);
  if (steps instanceof Problem) return steps;
  const { quantity, stopPrice } = steps;
  const fault = faultOf(input, steps, best);
  if (fault) return badFields(fault);
  const price = steps.price ?? protectionOf(input, stopPrice, best);
  if (price === undefined) return new Problem('no_liquidity', { params: { instrument: nameOf(instrument) } });
  if (!Number.isSafeInteger(price * quantity))
    return badFields({ field: 'amount', code: 'amount_too_large' });
  // A seller's protection says little about the order's worth.
  const worth = input.type === 'LIMIT' ? price : (stopPrice ?? bestFor(input, best) ?? price);
  if (valueMinor(instrument, BigInt(worth) * BigInt(quantity)) < instrument.leastNotionalMinor)
    return badFields({
      field: 'amount',
      code: 'order_too_small',
      params: { least: displayAmount(instrument.leastNotionalMinor, instrument.quote).text },
    });
  const { operation: side, type, timeInForce, postOnly } = input;
  return { instrument: input.instrument, side, type, timeInForce, postOnly, price, stopPrice, quantity };
}

interface Steps {
  readonly quantity: number;
  readonly price: number | undefined;
  readonly stopPrice: number | null;
}

function readSteps(input: TradeOrderInput, instrument: Instrument): Steps | Problem {
  const quantity = lotsIn(input.amount, instrument);
  const price = input.price === undefined ? undefined : ticksIn(input.price, instrument, 'price');
  const stopPrice = input.stopPrice === undefined ? null : ticksIn(input.stopPrice, instrument, 'stopPrice');
  const faults = [quantity, price, stopPrice].filter((steps) => typeof steps === 'object' && steps !== null);
  if (faults.length > 0) return badFields(...faults);
  return { quantity, price, stopPrice } as Steps;
}

/** Lots of an amount, or the field's fault. */
export const lotsIn = (text: string, { base, lotMinor }: Instrument): number | FieldRejection =>
  toSteps('amount', stepsIn(text, base, lotMinor), base, lotMinor);

/** Ticks of a price, or the field's fault. */
export const ticksIn = (
  text: string,
  { quote, tickMinor }: Instrument,
  field: 'price' | 'stopPrice',
): number | FieldRejection => toSteps(field, stepsIn(text, quote, tickMinor), quote, tickMinor);

function toSteps(
  field: string,
  steps: number | StepRefusal,
  currency: Instrument['quote'],
  stepMinor: bigint,
): number | FieldRejection {
  if (typeof steps === 'number') return steps;
  if (steps === 'step_size' || steps === 'amount_precision')
    return {
      field,
      code: 'step_size',
      params: { step: displayAmount(stepMinor, currency).text },
    };
  return { field, code: steps };
}

function faultOf(
  input: TradeOrderInput,
  { price, stopPrice }: Steps,
  best: BestPrices,
): FieldRejection | undefined {
  const { lastPrice } = best;
  const { type, operation, postOnly, timeInForce } = input;
  if (type === 'LIMIT' && price === undefined) return { field: 'price', code: 'required' };
  if (postOnly && (type === 'MARKET' || timeInForce !== 'GTC' || stopPrice !== null))
    return { field: 'postOnly', code: 'post_only_rests' };
  if (stopPrice !== null && lastPrice !== undefined) {
    const isReached = operation === 'BUY' ? lastPrice >= stopPrice : lastPrice <= stopPrice;
    if (isReached) return { field: 'stopPrice', code: 'stop_reached' };
  }
  const reference = stopPrice ?? knownPrice(best);
  return price === undefined ? undefined : farFault(operation, price, reference);
}

/** The fault of a price so much worse than another that it must be a typing error, or gives money away. */
export function farFault(
  side: StoredOrder['side'],
  price: number,
  reference: number | undefined,
): FieldRejection | undefined {
  return reference !== undefined && isFar(side, price, reference)
    ? { field: 'price', code: 'price_far', params: { percent: bandPercent } }
    : undefined;
}

const isFar = (side: StoredOrder['side'], price: number, reference: number): boolean =>
  side === 'BUY'
    ? price * 100 > reference * (100 + bandPercent)
    : price * 100 < reference * (100 - bandPercent);

const bestFor = ({ operation }: TradeOrderInput, { ask, bid }: BestPrices) =>
  operation === 'BUY' ? ask : bid;

/** The worst price of a market order that names none; undefined if there is no offer at an acceptable price. */
function protectionOf(
  input: TradeOrderInput,
  stopPrice: number | null,
  best: BestPrices,
): number | undefined {
  const { operation } = input;
  const nearest = stopPrice ?? bestFor(input, best);
  if (nearest === undefined) return undefined;
  const protection = beyond(operation, nearest, protectionPercent);
  const known = stopPrice ?? knownPrice(best);
  if (known === undefined || !isFar(operation, protection, known)) return protection;
  return isFar(operation, nearest, known) ? undefined : within(operation, known);
}

/** A price this many percent worse, rounded to the client's disadvantage. */
const beyond = (side: StoredOrder['side'], price: number, percent: number): number =>
  side === 'BUY'
    ? Math.ceil((price * (100 + percent)) / 100)
    : Math.max(1, Math.floor((price * (100 - percent)) / 100));

/** The worst price within the band around a known one. */
const within = (side: StoredOrder['side'], known: number): number =>
  side === 'BUY'
    ? Math.floor((known * (100 + bandPercent)) / 100)
    : Math.ceil((known * (100 - bandPercent)) / 100);

/** As people write it: `BTC/EUR`. */
export const nameOf = ({ base, quote }: Instrument): string => `${base}/${quote}`;
