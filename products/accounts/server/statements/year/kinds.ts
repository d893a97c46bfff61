/** A year's movements by kind, from the codes of the ledger. Every entry has one kind, so the kinds add up to money in and money out. Pure. */
import { type YearKind, yearKinds } from '@calmly/contract';
import {
  exchangeTransferCode,
  type Flow,
  feeCodes,
  ownTransferCode,
} from '../../../../ledger/server/index.ts';
import { addFlow } from '../hidden.ts';

export interface KindFlow extends Flow {
  readonly kind: YearKind;
}

function kindOf(code: string): YearKind {
  if (feeCodes.includes(code)) return 'FEE';
  if (code === ownTransferCode) return 'OWN';
  if (code === exchangeTransferCode) return 'EXCHANGE';
  // A trade's fee is part of its cost, as in the profit.
  if (code.startsWith('trade')) return 'TRADE';
  if (code.startsWith('card')) return 'CARD';
  return code.startsWith('crypto') ? 'CRYPTO' : 'PAYMENT';
}

/** In the order of the contract, without kinds that moved nothing. Magnitudes in minor units. */
export const kindsOf = (flows: ReadonlyArray<readonly [code: string, Flow]>): KindFlow[] =>
  sumKinds(flows.map(([code, flow]) => ({ kind: kindOf(code), ...flow })));

/** The kinds with movements, in the order of the contract. */
export function sumKinds(flows: readonly KindFlow[]): KindFlow[] {
  const sums = new Map<YearKind, Flow>();
  for (const { kind, ...flow } of flows) sums.set(kind, addFlow(sums.get(kind), flow));
  return yearKinds.flatMap((kind) => {
    const { inMinor, outMinor } = sums.get(kind) ?? { inMinor: 0n, outMinor: 0n };
    return inMinor === 0n && outMinor === 0n ? [] : [{ kind, inMinor, outMinor }];
  });
}
