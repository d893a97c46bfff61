/**
 * An entry that cannot be booked as a message states it. It is kept with what was written and the reason, so that the bank's staff can ask
 * for a correction while the other entries of the message are booked.
 */
import { createHash } from 'node:crypto';
import { formatDecimal } from '@calmly/domain';
import type { XmlElement } from '@calmly/platform/files/xml.ts';
import { find, MessageRefused, textAt } from '@calmly/platform/iso20022/fields.ts';
import type { BookedEntry } from './booked.ts';

/** All texts are as written, at most 140 characters; null where there is none. */
export interface RefusedEntry {
  /** In one English sentence without a full stop. */
  readonly reason: string;
  readonly account: string | null;
  readonly reference: string | null;
  /** With its currency: `5.00 RON`. */
  readonly amount: string;
  readonly direction: string | null;
  readonly bookedOn: string | null;
  readonly additional: string | null;
  /** The same for the same content, whichever message states it. */
  readonly fingerprint: string;
}

const longest = 140;

/** `details`: what was read of its transactions, which makes two entries without a reference distinct. */
export function refusedEntry(
  element: XmlElement,
  {
    reason,
    account,
    details,
  }: { readonly reason: string; readonly account: string | null; readonly details: unknown },
): RefusedEntry {
  const text = (path: string) => textAt(element, path)?.slice(0, longest) ?? null;
  const currency = find(element, 'Amt')?.attributes.Ccy ?? '';
  const stated = {
    account,
    reference: text('AcctSvcrRef'),
    amount: `${text('Amt') ?? 'no amount'} ${currency.slice(0, 10)}`.trim(),
    direction: text('CdtDbtInd'),
    bookedOn: text('BookgDt/Dt') ?? text('BookgDt/DtTm'),
    additional: text('AddtlNtryInf'),
  };
  return { reason, ...stated, fingerprint: hashOf([stated, reason, details]) };
}

/** An entry that was read, and that our books do not take. */
export function refusedByBooks(entry: BookedEntry, reason: string): RefusedEntry {
  const { key, account, amountMinor, currency, direction, bookedOn } = entry;
  return {
    reason: reason.slice(0, 500),
    account,
    reference: key.slice(0, longest),
    amount: `${formatDecimal(amountMinor, currency)} ${currency}`,
    direction,
    bookedOn,
    additional: entry.transactions[0]?.remittanceInformation?.slice(0, longest) ?? null,
    fingerprint: hashOf([key, account, `${amountMinor}`, currency, direction, bookedOn]),
  };
}

const hashOf = (facts: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(facts, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)))
    .digest('hex');

/** What was read, or why it is refused. Passes on every other error. */
export function attempt<Value>(read: () => Value): { readonly value: Value } | { readonly reason: string } {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof MessageRefused) return { reason: error.message };
    throw error;
  }
}
