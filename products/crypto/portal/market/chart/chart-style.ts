/** The chart in the colours of the theme. Up is hollow green, down filled red, so that shape tells them apart as well as colour. */
import {
  type CandlestickStyleOptions,
  type ChartOptions,
  ColorType,
  CrosshairMode,
  type DeepPartial,
  LineStyle,
} from 'lightweight-charts';

const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Reads the page's colours at the time of the call, like the other two functions: apply it again after a change of theme. */
export function chartStyle(): DeepPartial<ChartOptions> {
  const line = token('line');
  const label = { color: token('ink-3'), labelBackgroundColor: token('solid'), width: 1 as const };
  return {
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: token('ink-3'),
      fontFamily: token('font'),
      fontSize: 13,
      // We link to it under the chart, in our own words.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: line } },
    crosshair: {
      mode: CrosshairMode.Normal,
      vertLine: { ...label, style: LineStyle.Solid },
      horzLine: { ...label, style: LineStyle.Dotted },
    },
  };
}

export function candleStyle(): DeepPartial<CandlestickStyleOptions> & { priceLineColor: string } {
  const [up, down] = [token('up'), token('down')];
  return {
    upColor: token('surface'),
    borderUpColor: up,
    wickUpColor: up,
    downColor: down,
    borderDownColor: down,
    wickDownColor: down,
    priceLineColor: token('solid'),
  };
}

export const volumeStyle = () => ({ color: token('line-strong') });
