/**
 * From the codes of ISO 20022's external code sets (ExternalStatusReason1Code, ExternalReturnReason1Code) to the reasons that clients see.
 * A code that is not listed gives no reason that a client could act on.
 */
import type { RailReason } from '@calmly/contract';

const reasons: Readonly<Record<string, RailReason>> = {
  AC01: 'account_unknown',
  AC03: 'account_unknown',
  AC04: 'account_closed',
  AC06: 'account_closed',
  AC07: 'account_closed',
  AC14: 'account_unknown',
  AG01: 'regulatory',
  AG02: 'bank_refused',
  AM09: 'creditor_refused',
  BE01: 'name_mismatch',
  BE04: 'regulatory',
  BE05: 'name_mismatch',
  CUST: 'creditor_refused',
  DUPL: 'creditor_refused',
  MD07: 'beneficiary_deceased',
  MS02: 'creditor_refused',
  RC01: 'bank_unreachable',
  RC04: 'bank_unreachable',
  RR01: 'regulatory',
  RR02: 'regulatory',
  RR03: 'regulatory',
  RR04: 'regulatory',
};

/** The instant way is not open; another is. */
const instantUnavailable: ReadonlySet<string> = new Set([
  'AB05',
  'AB06',
  'AB07',
  'AB08',
  'AB09',
  'AB10',
  'AG08',
  'AG10',
  'CNOR',
  'DNOR',
  'ED05',
  'TM01',
]);

/** `bank_refused` for a code that is unknown or missing. */
export const reasonOf = (code: string | null): RailReason =>
  code !== null && Object.hasOwn(reasons, code) ? (reasons[code] ?? 'bank_refused') : 'bank_refused';

/** Then the payment may go as an ordinary transfer (SEPA instead of SEPA Instant). */
export const saysNotInstant = (code: string | null): boolean => code !== null && instantUnavailable.has(code);
