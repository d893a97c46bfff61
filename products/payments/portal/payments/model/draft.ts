/**
 * The payment being written, kept in the tab (`session/tab-storage.ts`), and the idempotency key of the attempt to send it.
 *
 * The key is created on confirmation, stored before the HTTP request leaves, and kept until the server has given a final answer. In any
 * case (a double click, a dropped response, a reload), the same order uses the same key and is paid once.
 */
import {
  chargeBearers,
  newIdempotencyKey,
  type PaymentInput,
  paymentPurposes,
  scheduleEnds,
} from '@calmly/contract';
import { frequencies, restDayRules, type Schedule } from '@calmly/domain';
import { tabStorage } from '@calmly/portal-kit/session/tab-storage.ts';
import { z } from 'zod';

/** What is typed: one plain value, so that it can be kept anywhere. */
export const zPaymentDraft = z.object({
  kind: z.enum(['someone', 'own']),
  debtorAccountId: z.string(),
  /** In the tab "To someone": a beneficiary, or a client of the bank by number. */
  payeeKind: z.enum(['beneficiary', 'client']),
  beneficiaryId: z.string(),
  /** Which of the beneficiary's bank accounts, by IBAN or number; empty is their first. */
  bankAccount: z.string(),
  clientAccount: z.string(),
  /** Whose account it is. */
  clientName: z.string().default(''),
  /** In the tab "Between accounts". */
  creditorAccountId: z.string(),
  amount: z.string(),
  /** Whose currency the amount is in, for a payee in another currency: ours (SELL) or theirs (BUY). */
  amountSide: z.enum(['SELL', 'BUY']).default('SELL'),
  reference: z.string(),
  chargeBearer: z.enum(chargeBearers),
  /** Null until the person or the form has chosen. */
  instant: z.boolean().nullable(),
  purpose: z.enum(['', ...paymentPurposes]),
  attachments: z.array(z.object({ id: z.string(), fileName: z.string(), sizeBytes: z.number() })),
  /** The failed payment that this one replaces; empty: none. */
  repairOf: z.string(),
  /** When it goes: now, on one day, or again and again from that day on. */
  frequency: z.enum(['NOW', ...frequencies]),
  startOn: z.string(),
  /** When a series ends; the day or the number counts only where it is chosen. */
  ends: z.enum(scheduleEnds),
  endOn: z.string(),
  times: z.string(),
  restDays: z.enum(restDayRules),
  /** The draft at the bank that this continues; empty: none. */
  keptId: z.string(),
});
export type PaymentDraft = z.output<typeof zPaymentDraft>;

/** An order as it is sent: immediate or, with a schedule, for later. */
export type PlacedOrder = PaymentInput & { readonly schedule?: Schedule };

const zIntent = z.object({
  key: z.string(),
  /** The order as JSON, exactly as it was sent. */
  order: z.string(),
});

const zKept = z.object({ values: zPaymentDraft, savedAt: z.iso.datetime(), intent: zIntent.optional() });
export type KeptDraft = z.output<typeof zKept>;

const storage = tabStorage('calmly.payment-draft', zKept);

export const emptyDraft: PaymentDraft = {
  kind: 'someone',
  debtorAccountId: '',
  payeeKind: 'beneficiary',
  beneficiaryId: '',
  bankAccount: '',
  clientAccount: '',
  clientName: '',
  creditorAccountId: '',
  amount: '',
  amountSide: 'SELL',
  reference: '',
  chargeBearer: 'SHA',
  instant: null,
  purpose: '',
  attachments: [],
  repairOf: '',
  frequency: 'NOW',
  startOn: '',
  ends: 'NEVER',
  endOn: '',
  times: '',
  restDays: 'AFTER',
  keptId: '',
};

const wayDependsOn = [
  'kind',
  'debtorAccountId',
  'payeeKind',
  'beneficiaryId',
  'bankAccount',
] as const satisfies ReadonlyArray<keyof PaymentDraft>;

/** Everything that a change affects. Payee and account decide the available methods, so the method is chosen again. */
export function wholeChange(draft: PaymentDraft, patch: Partial<PaymentDraft>): Partial<PaymentDraft> {
  const isAnotherWay = wayDependsOn.some(
    (field) => patch[field] !== undefined && patch[field] !== draft[field],
  );
  const way = isAnotherWay ? { chargeBearer: emptyDraft.chargeBearer, instant: emptyDraft.instant } : {};
  return { ...way, ...patch };
}

/** The kept draft; undefined when there is none or it cannot be read any more. */
export const readDraft = (): KeptDraft | undefined => storage.read();

/** Keeps what is typed now. */
export function keepDraft(values: PaymentDraft): KeptDraft {
  const intent = readDraft()?.intent;
  return write({ values, savedAt: new Date().toISOString(), ...(intent && { intent }) });
}

/** The key for sending this order: the one it was tried with before, else a new one, stored before it is used. */
export function keyFor(values: PaymentDraft, order: PlacedOrder): string {
  const text = JSON.stringify(order);
  const before = readDraft()?.intent;
  const key = before?.order === text ? before.key : newIdempotencyKey();
  write({ values, savedAt: new Date().toISOString(), intent: { key, order: text } });
  return key;
}

/** The order whose outcome is not known, as it was sent. */
export function unsettledOrder(): PlacedOrder | undefined {
  const intent = readDraft()?.intent;
  return intent && (JSON.parse(intent.order) as PlacedOrder);
}

/** The server has answered for good, or nothing was done: the next attempt is a new intent. */
export function settleIntent(): void {
  const kept = readDraft();
  if (kept) write({ values: kept.values, savedAt: kept.savedAt });
}

/** Nothing of the draft remains. */
export const forgetDraft = storage.forget;

function write(kept: KeptDraft): KeptDraft {
  storage.keep(kept);
  return kept;
}
