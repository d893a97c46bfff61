/** Ids of the ledger's transfers, by instrument, number of the trade and leg: a trade cannot be posted twice. */
import { type InstrumentCode, instrumentCodes } from '@calmly/domain';

/**
 * A UUID of version 8 (RFC 9562, section 5.8). Ids of one instrument rise with the number of the trade, so that they are stored next to each
 * other.
 */
export function transferId(instrument: InstrumentCode, number: bigint, leg: 1 | 2 | 3): string {
  const digits = number.toString(16).padStart(18, '0');
  const place = (instrumentCodes.indexOf(instrument) + 1).toString(16).padStart(2, '0');
  return `7ade00${place}-${digits.slice(0, 4)}-8${digits.slice(4, 7)}-8${digits.slice(7, 10)}-${digits.slice(10)}000${leg}`;
}

/** The trade of a transfer; undefined for any other transfer. */
export function tradeOf(
  id: string,
): { readonly instrument: InstrumentCode; readonly number: bigint } | undefined {
  if (!id.startsWith('7ade00')) return undefined;
  const digits = id.replaceAll('-', '');
  const instrument = instrumentCodes[Number.parseInt(digits.slice(6, 8), 16) - 1];
  const number = `${digits.slice(8, 12)}${digits.slice(13, 16)}${digits.slice(17, 28)}`;
  return instrument && { instrument, number: BigInt(`0x${number}`) };
}
