/** How an instrument's figures are parsed and formatted: prices with the decimals of its tick, quantities with those of its lot. */
import {
  type CurrencyCode,
  decimalsOfStep,
  exponentOf,
  figureText,
  type Instrument,
  type InstrumentCode,
  instruments,
  parseDecimal,
} from '@calmly/domain';

/** Prices and values in the quote show at least cents. */
const leastDecimals = 2;

export interface Figures {
  readonly instrument: Instrument & { readonly code: InstrumentCode };
  /** `BTC / EPI` */
  readonly name: string;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly price: (minor: bigint) => string;
  readonly quantity: (minor: bigint) => string;
  /** A value or a fee, in the quote. */
  readonly value: (minor: bigint) => string;
  /** Parses decimal text of the wire. */
  readonly priceOf: (text: string) => bigint;
  readonly quantityOf: (text: string) => bigint;
}

const minorOf = (text: string, currency: CurrencyCode) => parseDecimal(text, currency) ?? 0n;

function createFigures(code: InstrumentCode): Figures {
  const instrument = instruments[code];
  const { base, quote, tickMinor, lotMinor } = instrument;
  const priceDecimals = Math.max(leastDecimals, decimalsOfStep(tickMinor, exponentOf(quote)));
  const quantityDecimals = decimalsOfStep(lotMinor, exponentOf(base));
  return {
    instrument,
    name: `${base} / ${quote}`,
    priceDecimals,
    quantityDecimals,
    price: (minor) => figureText(minor, exponentOf(quote), priceDecimals),
    quantity: (minor) => figureText(minor, exponentOf(base), quantityDecimals),
    value: (minor) => figureText(minor, exponentOf(quote), leastDecimals),
    priceOf: (text) => minorOf(text, quote),
    quantityOf: (text) => minorOf(text, base),
  };
}

const all = {
  BTCEPI: createFigures('BTCEPI'),
  ETHEPI: createFigures('ETHEPI'),
  TONEPI: createFigures('TONEPI'),
} as const satisfies Record<InstrumentCode, Figures>;

export const figuresOf = (code: InstrumentCode): Figures => all[code];
