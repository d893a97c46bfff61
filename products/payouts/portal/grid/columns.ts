/** Minimum widths of the grid's columns; the remaining width is shared among those that grow. */
import type { PayoutField } from '@calmly/contract';
import type { CSSProperties } from 'react';

const widths: Readonly<Partial<Record<PayoutField, readonly [px: number, grow: number]>>> = {
  name: [168, 2],
  account: [238, 1],
  amount: [88, 0],
  currency: [80, 0],
  reference: [112, 2],
  street: [160, 1],
  addressLines: [200, 1],
  bankName: [160, 1],
  endToEndId: [160, 1],
  creditorReference: [200, 0],
  country: [80, 0],
  bankCountry: [120, 0],
};
const usual = [136, 0] as const;

const numberWidth = 64;
export const checkWidth = 48;
export const rowHeight = 40;

const widthOf = (field: PayoutField): number => (widths[field] ?? usual)[0];

/** CSS variables for a grid: the row's number, the columns, and one more of `endWidth` pixels. */
export function tracksOf(columns: readonly PayoutField[], endWidth = checkWidth): CSSProperties {
  const tracks = columns.map((field) => {
    const [px, grow] = widths[field] ?? usual;
    return grow > 0 ? `minmax(${px}px, ${grow}fr)` : `${px}px`;
  });
  const least = columns.reduce((sum, field) => sum + widthOf(field), numberWidth + endWidth);
  return {
    '--tracks': `${numberWidth}px ${tracks.join(' ')} ${endWidth}px`,
    '--least': `${least}px`,
  } as CSSProperties;
}
