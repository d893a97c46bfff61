/**
 * What happens to payments after they were submitted: screening and hand-over to the rail; what the rail then says is
 * `reports.ts`. Lists in, set-based, in the caller's open transaction; each item may carry its own time, so that a history can
 * be written afterwards. Saying the same thing twice changes nothing: a payment moves only from where it stands.
 *
 * Order of locks: payments by id, clients' days, the ledger's accounts. Source: server page section 8.
 */
import { chargesOf, mayFollow } from '@calmly/domain';
import { businessDay } from '../../platform/business-time.ts';
import { notify } from '../../platform/notices.ts';
import type { Work } from '../../platform/work.ts';
import type { ExternalScheme, Rail, RailInstruction } from '../../providers/rail/rail.ts';
import type { Screening, ScreeningResult } from '../../providers/screening/screening.ts';
import { announce } from './announce.ts';
import { countUnlooked, type DayItem, limitByDay } from './day-limit.ts';
import { recordHeld } from './held-store.ts';
import { firstIdAt } from './id-range.ts';
import { findInstructions, type Instruction, plainInstruction } from './instruction-store.ts';
import { screeningStep } from './new-payments.ts';
import { noticesOf } from './notices.ts';
import { countOrders, findFirsts } from './screening-facts.ts';
import { appendSteps, lockPayments, type Progress } from './store.ts';
import type { Step, StoredPayment } from './view.ts';

/** Payments that have to be screened and handed over: a list of ids. */
export const processTask = 'payments_process';

/** The velocity rule looks back one hour. */
const velocityWindowMs = 3_600_000;

/** Screens submitted payments and hands what is clear to the rail. */
export async function processPayments(
  deps: { readonly screening: Screening; readonly rail: Rail },
  work: Work,
  items: ReadonlyArray<{ readonly paymentId: string; readonly at?: Date }>,
): Promise<void> {
  const locked = await lockPayments(
    work.sql,
    items.map(({ paymentId }) => paymentId),
  );
  const waiting = items.flatMap(({ paymentId, at }) => {
    const payment = locked.get(paymentId);
    return payment && mayFollow(payment.status, 'TO_AML_REVIEW') ? [{ payment, at }] : [];
  });
  if (waiting.length === 0) return;

  const today = await businessDay(work);
  const screened = await limitByDay(work.sql, await screenAll(deps.screening, work, waiting, today));
  const cleared = screened.flatMap(({ payment, result }) => (result.outcome === 'clear' ? [payment] : []));
  await Promise.all([
    appendSteps(
      work.sql,
      screened.map(
        ({ payment, at = work.now, result }): Progress => ({ payment, steps: stepsOf(result, at) }),
      ),
    ),
    recordHeld(
      work.sql,
      screened.map(({ payment, at = work.now, result }) => ({ paymentId: payment.id, at, result })),
    ),
    cleared.length > 0 && submitTo(deps.rail, work, cleared),
    countUnlooked(work.sql, screened),
    notify(
      work,
      noticesOf(
        screened.map(({ payment, at = work.now, result }) => ({ payment, ...screeningStep(result, at) })),
        work.now,
      ),
    ),
    announce(
      work.sql,
      screened.map(({ payment }) => payment),
      'unmoved',
    ),
  ]);
}

/** A payment on its way; one with a time belongs to a history that is being written. */
interface Waiting {
  readonly payment: StoredPayment;
  readonly at: Date | undefined;
}
type Screened = Waiting & DayItem;

async function screenAll(
  screening: Screening,
  { sql, now }: Work,
  waiting: readonly Waiting[],
  today: string,
): Promise<Screened[]> {
  const earliest = Math.min(...waiting.map(({ at = now }) => at.getTime()));
  const counts = await countOrders(sql, {
    clientIds: [...new Set(waiting.map(({ payment }) => payment.clientId))],
    sinceId: firstIdAt(new Date(earliest - velocityWindowMs)),
    atMost: screening.countedOrders,
  });
  const firsts = await findFirsts(
    sql,
    waiting.flatMap(({ payment }) => (isLargeForNew(screening, payment) ? [payment] : [])),
  );
  const results = await screening.screen(
    waiting.map(({ payment }) => ({
      isFirst: firsts.has(payment.id),
      debtorName: payment.debtorName,
      creditorName: payment.creditorName,
      currency: payment.currency,
      amountMinor: payment.amountMinor,
      paymentsInLastHour: counts.get(payment.clientId) ?? 0,
    })),
  );
  return waiting.map((each, index) => {
    const result = results[index];
    if (!result) throw new Error('screening answers every payment');
    const { clientId, currency, amountMinor } = each.payment;
    return { ...each, clientId, currency, amountMinor, day: each.at ? undefined : today, result };
  });
}

const isLargeForNew = (screening: Screening, { currency, amountMinor }: StoredPayment): boolean => {
  const from = screening.newPayeeFrom(currency);
  return from !== undefined && amountMinor >= from;
};

function stepsOf(result: ScreeningResult, at: Date): [Step, ...Step[]] {
  const step = (status: Step['status']): Step => ({ status, at, actor: null, reason: null });
  const screened = [step('TO_AML_REVIEW'), screeningStep(result, at)] as const;
  if (result.outcome !== 'clear') return [...screened];
  return [...screened, step('IN_PROCESS'), step('PENDING_FINANCE_INSTITUTION')];
}

/** Hands payments over to the rail, with all that was said when they were ordered. */
export async function submitTo(
  rail: Pick<Rail, 'submit'>,
  work: Work,
  payments: readonly StoredPayment[],
): Promise<void> {
  const said = await findInstructions(
    work.sql,
    payments.map(({ id }) => id),
  );
  await rail.submit(
    work,
    payments.map((payment) => instructionOf(payment, said.get(payment.id) ?? plainInstruction)),
  );
}

function instructionOf(payment: StoredPayment, said: Instruction): RailInstruction {
  return {
    paymentId: payment.id,
    endToEndId: payment.endToEndId,
    scheme: externalSchemeOf(payment),
    currency: payment.currency,
    instructedAmountMinor: chargesOf(payment).sentMinor.toString(),
    chargeBearer: payment.chargeBearer,
    debtorName: payment.debtorName,
    debtorAccount: payment.debtorAccount,
    creditorName: payment.creditorName,
    creditorAccount: payment.creditorAccount,
    creditorAgentBic: payment.creditorAgentBic,
    creditorAddress: said.creditorAddress,
    intermediaryAgentBic: said.correspondent?.bic ?? null,
    purpose: said.purpose,
    remittanceInformation: payment.reference,
  };
}

/** The way of a payment to or from another bank. */
export function externalSchemeOf({ scheme }: Pick<StoredPayment, 'scheme'>): ExternalScheme {
  if (scheme === 'SEPA' || scheme === 'SEPA_INSTANT' || scheme === 'SWIFT') return scheme;
  throw new Error(`${scheme} payments need no rail`);
}
