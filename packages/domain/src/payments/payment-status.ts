/**
 * A payment's life: which status may follow which, and how a status is shown.
 *
 * `transitions` is the only table; every change of a status uses it. Payments inside the bank (own accounts, another client) have no
 * institution to wait for and go from IN_PROCESS straight to EXECUTED. A crypto withdrawal that the signer refuses goes back to UNDER_REVIEW. An incoming credit is EXECUTED from the start. Source: server
 * page section 8, specification section 4 (colours, labels).
 */

export const paymentStatuses = [
  'CREATED',
  'SUBMITTED',
  'TO_AML_REVIEW',
  'UNDER_REVIEW',
  'HOLD_AML',
  'HOLD_OTHER',
  'AML_APPROVED',
  'AML_REJECTED',
  'IN_PROCESS',
  'PENDING_FINANCE_INSTITUTION',
  'EXECUTED',
  'REJECTED',
  'CANCELED',
  'OVERDUE',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

const transitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  CREATED: ['SUBMITTED', 'REJECTED', 'CANCELED', 'OVERDUE'],
  SUBMITTED: ['TO_AML_REVIEW', 'CANCELED'],
  TO_AML_REVIEW: ['AML_APPROVED', 'UNDER_REVIEW', 'HOLD_AML', 'HOLD_OTHER', 'CANCELED'],
  UNDER_REVIEW: ['AML_APPROVED', 'AML_REJECTED', 'HOLD_AML', 'HOLD_OTHER', 'CANCELED'],
  HOLD_AML: ['AML_APPROVED', 'AML_REJECTED', 'UNDER_REVIEW', 'CANCELED'],
  HOLD_OTHER: ['AML_APPROVED', 'AML_REJECTED', 'UNDER_REVIEW', 'CANCELED'],
  AML_APPROVED: ['IN_PROCESS', 'UNDER_REVIEW', 'CANCELED'],
  IN_PROCESS: ['PENDING_FINANCE_INSTITUTION', 'EXECUTED', 'REJECTED', 'UNDER_REVIEW'],
  PENDING_FINANCE_INSTITUTION: ['EXECUTED', 'REJECTED'],
  OVERDUE: ['EXECUTED', 'CANCELED'],
  AML_REJECTED: [],
  EXECUTED: [],
  REJECTED: [],
  CANCELED: [],
};

/** Possible next statuses; undefined for a status of a newer server, which an open page may receive. */
const followers = (status: PaymentStatus): readonly PaymentStatus[] | undefined =>
  Object.hasOwn(transitions, status) ? transitions[status] : undefined;

/** Whether `to` may follow `from`. */
export function mayFollow(from: PaymentStatus, to: PaymentStatus): boolean {
  return followers(from)?.includes(to) ?? false;
}

/** Whether the client may still cancel: the payment is not yet IN_PROCESS and not final. */
export function isCancellable(status: PaymentStatus): boolean {
  return mayFollow(status, 'CANCELED');
}

/** Whether no status can follow. An unknown status is not final. */
export function isFinal(status: PaymentStatus): boolean {
  return followers(status)?.length === 0;
}

/** COMPLETED once the money has moved for good, FAILED once it is certain that it will not. */
export function processingStatusOf(status: PaymentStatus): 'PROCESSING' | 'COMPLETED' | 'FAILED' {
  if (status === 'EXECUTED') return 'COMPLETED';
  return isFinal(status) ? 'FAILED' : 'PROCESSING';
}

/** Statuses in which a payment waits for a decision by the bank's staff. */
export const heldStatuses: readonly PaymentStatus[] = ['UNDER_REVIEW', 'HOLD_AML', 'HOLD_OTHER'];

export type StatusColour = 'yellow' | 'orange' | 'green' | 'red' | 'blue' | 'grey';

const colours: Readonly<Record<string, StatusColour>> = {
  PENDING: 'yellow',
  SUBMITTED: 'yellow',
  CREATED: 'orange',
  EXECUTED: 'green',
  ACCEPTED: 'green',
  CANCELED: 'red',
  REJECTED: 'red',
  HOLD_OTHER: 'blue',
  HOLD_AML: 'blue',
  UNDER_REVIEW: 'blue',
  TO_AML_REVIEW: 'blue',
  PROCESSING: 'blue',
  OVERDUE: 'blue',
  AML_APPROVED: 'blue',
  AML_REJECTED: 'blue',
  IN_PROCESS: 'blue',
  PENDING_FINANCE_INSTITUTION: 'blue',
};

/** The colour of any status of a payment, request or card transaction, regardless of its case; grey when unknown. */
export function statusColour(status: string): StatusColour {
  const key = status.toUpperCase();
  return Object.hasOwn(colours, key) ? (colours[key] ?? 'grey') : 'grey';
}

/** The specification's label: spaces for underscores; a payment under review reads IN REVIEW. */
export function statusLabel(status: string): string {
  if (status === 'HOLD_AML' || status === 'HOLD_OTHER' || status === 'UNDER_REVIEW') return 'IN REVIEW';
  return status.replaceAll('_', ' ');
}
