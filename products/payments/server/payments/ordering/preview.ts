/**
 * What a payment would come to, before anything is done: the same rules over the same facts as the order itself, so that no figure is
 * told here that the order would not have. It is a question, so a refusal is an answer: those of `rules.ts`, but for the text and the
 * funds, which are told among the figures and warnings. Source: server page section 8; product, pre-send guard.
 */
import type { NameCheck, PaymentPreview, PaymentWarning, PreviewInput } from '@calmly/contract';
import {
  chargesOf,
  expectedArrival,
  type FeeRule,
  formatDecimal,
  instantReach,
  largestAmount,
  largestPayment,
} from '@calmly/domain';
import type { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { Bank } from '../../../../accounts/server/accounts/index.ts';
import { sentOf } from '../../../../accounts/server/transactions/index.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import { balancesAt } from '../../../../ledger/server/index.ts';
import { checkAccount, checkHolder, type NamingBanks } from '../../../../payees/server/index.ts';
import { type OrderFields, type Plan, toProblem } from './order.ts';
import { type FactSources, readFacts } from './order-facts.ts';
import { largestInstant } from './policy.ts';
import { checkApplication, checkPayeeRight, checkReference, decidePayment } from './rules.ts';
import { findWarnings, type Warned } from './warnings.ts';

const dayMs = 86_400_000;
/** A balance below half of the lowest morning's of so many days is worth a word. */
const lookedBackDays = 30;

/**
 * Tells what an order of the acting client would come to, or the problem that it would meet. `nameCheck`: what `checkPayeeName` said of the
 * name of another client.
 */
export async function previewPayment(
  work: Work,
  sources: FactSources,
  input: PreviewInput,
  nameCheck: NameCheck | undefined,
): Promise<PaymentPreview | Problem> {
  const actor = requireClientActor(work);
  const { clientId, personId, application } = actor;
  const { reference, ...order } = input;
  const facts = await readFacts(work.sql, sources, [{ ...order, clientId }]);
  const decision = decidePayment(order, facts.of({ ...order, clientId }));
  if (!decision.ok) return toProblem(decision.rejection);
  const { plan } = decision;
  const rejection = checkApplication(application, plan) ?? checkPayeeRight(actor, plan);
  if (rejection) return toProblem(rejection);

  const availableMinor = facts.available(plan.debtor.id);
  const afterMinor = availableMinor - chargesOf(plan).debitedMinor;
  const [warned, isLow] = await Promise.all([
    warningsFor(work, plan, { clientId, personId, reference }),
    isFarBelow(work, plan.debtor.id, afterMinor),
  ]);
  const unreadable = reference !== undefined && checkReference(reference, plan.scheme).length > 0;
  const warnings: ReadonlyArray<PaymentWarning | false> = [
    // Said to approvers only: the payer knows whom they added.
    ...warned.warnings.filter((warning) => warning !== 'payee_added_by_requester'),
    unreadable && 'sepa_characters',
    isLow && 'balance_low',
  ];
  return {
    ...figuresOf(plan, availableMinor),
    ...arrivalsOf(plan, facts.businessTime(work.now)),
    creditorName: plan.creditor.name,
    creditorAccount: plan.creditor.account,
    nameCheck: nameCheck ?? null,
    needsCode: plan.needsCode,
    warnings: warnings.filter((warning) => warning !== false),
    similar: similarOf(warned),
  };
}

/** Compares the name of another client who is no payee with the account's holder, before any transaction: tries are counted. */
export async function checkPayeeName(work: Work, order: PreviewInput): Promise<NameCheck | undefined> {
  const { beneficiaryId, creditorAccount: account, creditorName: name } = order;
  if (beneficiaryId !== undefined || account === undefined || name === undefined) return undefined;
  return checkHolder(work, requireClientActor(work), { name, account });
}

/** Compares the name that an application gives with the account, ours or another bank's, for the person who approves. Before any transaction. */
export async function checkNewPayee(
  work: Work,
  banks: NamingBanks,
  order: Pick<PreviewInput, 'beneficiaryId' | 'creditorAccount' | 'creditorName'>,
): Promise<void> {
  const { beneficiaryId, creditorAccount: account, creditorName: name } = order;
  if (beneficiaryId !== undefined || account === undefined || name === undefined) return;
  await checkAccount(work, requireClientActor(work), banks, { name, account });
}

function figuresOf(plan: Plan, availableMinor: bigint) {
  const { currency, amountMinor, feeMinor, feeRule, chargeBearer } = plan;
  const text = (minor: bigint) => formatDecimal(minor, currency);
  const { debitedMinor } = chargesOf(plan);
  const sent = sentOf(plan);
  const free: FeeRule = { rate: '0', minfixMinor: 0n, surchargeMinor: 0n };
  const fits = largestAmount(availableMinor, feeRule ?? free, chargeBearer);
  const isInEuro = currency === 'EUR' && plan.scheme === 'SEPA_INSTANT';
  const limit = isInEuro ? largestInstant : largestPayment(currency);
  return {
    scheme: plan.scheme,
    currency,
    amount: text(amountMinor),
    fee: text(feeMinor),
    total: text(debitedMinor),
    sent: formatDecimal(sent.amountMinor, sent.currency),
    sentCurrency: sent.currency,
    feeRule: feeRule
      ? { rate: feeRule.rate, minimum: text(feeRule.minfixMinor), surcharge: text(feeRule.surchargeMinor) }
      : null,
    available: text(availableMinor),
    balanceAfter: text(availableMinor - debitedMinor),
    largestAmount: text(fits < limit ? fits : limit),
  };
}

/** When it arrives, by the ways there are; an instant payment costs what an ordinary one does. */
function arrivalsOf(plan: Plan, now: Date) {
  const instant = instantOf(plan);
  const schemes = instant ? (['SEPA', 'SEPA_INSTANT'] as const) : [plan.scheme];
  return {
    instant,
    expectedAt: expectedArrival(plan.scheme, now),
    ways: schemes.map((scheme) => ({ scheme, expectedAt: expectedArrival(scheme, now) })),
  };
}

/** Whether an ordinary or an instant SEPA payment could be instant. */
function instantOf(plan: Plan): PaymentPreview['instant'] {
  const { scheme, creditor } = plan;
  const isSepa = scheme === 'SEPA' || scheme === 'SEPA_INSTANT';
  return isSepa && sentOf(plan).amountMinor <= largestInstant ? instantReach(creditor.country ?? '') : null;
}

/** Own accounts need no guard. */
async function warningsFor(
  { sql, now }: Work,
  plan: Plan,
  by: { readonly clientId: string; readonly personId: string; readonly reference: string | undefined },
): Promise<Warned> {
  if (plan.scheme === 'OWN') return { warnings: [], similar: undefined };
  return findWarnings(sql, {
    ...by,
    beneficiaryId: plan.payee?.id ?? null,
    creditorAccount: plan.creditor.account,
    creditorName: plan.creditor.name,
    currency: plan.currency,
    amountMinor: plan.amountMinor,
    at: now,
  });
}

/** Whether the account would have far less than on any morning of the last month. */
async function isFarBelow({ sql, now }: Work, accountId: string, afterMinor: bigint): Promise<boolean> {
  const mornings = Array.from({ length: lookedBackDays }, (_, day) => new Date(now.getTime() - day * dayMs));
  const posted = (await balancesAt(sql, [accountId], mornings)).get(accountId) ?? [];
  return posted.length > 0 && posted.every((balanceMinor) => afterMinor * 2n < balanceMinor);
}

const similarOf = ({ similar }: Warned): PaymentPreview['similar'] =>
  similar ? { id: similar.id, number: similar.number, createdAt: similar.createdAt.toISOString() } : null;

/**
 * What an order would become if it were submitted now, for those who submit it later. Errors: those of `rules.ts`, but not the funds. Writes
 * nothing.
 */
export async function planPayment(
  { sql }: Pick<Work, 'sql'>,
  bank: Bank,
  order: OrderFields & { readonly clientId: string },
): Promise<Plan> {
  const facts = await readFacts(sql, { bank }, [order]);
  const decision = decidePayment(order, facts.of(order));
  if (!decision.ok) throw toProblem(decision.rejection);
  return decision.plan;
}
