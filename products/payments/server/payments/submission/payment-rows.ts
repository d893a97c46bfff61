/**
 * From a planned payment to the rows that it becomes, and the writing of them. The steps are those already taken at that moment.
 */
import { expectedArrival } from '@calmly/domain';
import { newId as idAt } from '@calmly/platform/ids.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { writeMoment } from '@calmly/platform/postgres/values.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { PostalAddress, Rail } from '@calmly/providers/rail/rail.ts';
import {
  type Audience,
  announce,
  type Initiator,
  type NewTransaction,
  numbered,
  ownEndToEndId,
  recordTransactions,
  type Step,
  type Steps,
} from '../../../../accounts/server/transactions/index.ts';
import { countAllowances } from '../../../../identity/server/index.ts';
import { noticesOf } from '../notices.ts';
import type { Conversions } from '../ordering/conversion.ts';
import {
  type HouseAccount,
  type Instruction,
  type Payee,
  type PaymentCommand,
  type PaymentRow,
  type PlannedPayment,
  plainInstruction,
  type WrittenPayment,
} from '../ordering/order.ts';
import { attachDocuments, insertInstructions } from '../ordering/store.ts';
import {
  addToUnreviewedTotal,
  type DayItem,
  screeningStep,
  screeningSteps,
  systemStep,
} from '../screening/screen-payments.ts';
import { isHeld, recordHeld } from '../screening/store.ts';
import { payerAddresses, railInstruction } from '../settlement/hand-over.ts';
import { openApprovals } from './needs.ts';

/** A row without its number. */
interface UnnumberedRow extends NewTransaction {
  readonly instruction: Instruction;
}

/** What a planned payment becomes: one row if it leaves the bank, one for each side if it stays; the payer's first. */
export function rowsOf(planned: PlannedPayment): UnnumberedRow[] {
  const { work, plan, at, screening, counterpartId, need } = planned;
  const orderedBy = work.actor.kind === 'client' ? work.actor.personName : plan.debtor.holder;
  const status = need ? 'CREATED' : 'SUBMITTED';
  const submitted: Step = { status, at, actor: need?.asker.name ?? orderedBy, reason: null };
  const debit = debitSide(planned);
  const ordered = (steps: Steps): UnnumberedRow => ({
    ...debit,
    initiator: initiatorOf(work),
    instruction: instructionOf(planned),
    steps,
  });
  if (!screening) return [ordered([submitted])];
  const { creditorHouseAccount } = plan;
  if (!creditorHouseAccount || counterpartId === undefined || screening.outcome !== 'clear')
    return [ordered([submitted, ...screeningSteps(screening, at)])];
  const looked = [submitted, systemStep('TO_AML_REVIEW', at), screeningStep(screening, at)] as const;
  const executed = systemStep('EXECUTED', at);
  return [
    ordered([...looked, systemStep('IN_PROCESS', at), executed]),
    {
      ...creditSide(debit, creditorHouseAccount, { id: counterpartId, executed }),
      instruction: plainInstruction,
    },
  ];
}

/** The payee's side of a payment inside the bank. */
export const creditSide = (
  debit: Omit<NewTransaction, 'steps' | 'initiator'>,
  account: Pick<HouseAccount, 'id' | 'clientId' | 'name' | 'holder'>,
  { id, executed }: { readonly id: string; readonly executed: Step },
): NewTransaction => ({
  ...debit,
  // The payee sees what they got.
  ...(debit.converted && {
    currency: debit.converted.currency,
    amountMinor: debit.converted.amountMinor,
    converted: null,
  }),
  id,
  clientId: account.clientId,
  accountId: account.id,
  accountName: account.name,
  // Under their name here, not the one that the payer gave.
  creditorName: account.holder,
  direction: 'CREDIT',
  beneficiaryId: null,
  creditorAccountId: null,
  payoutId: null,
  heldBy: null,
  audience: 'ALL',
  initiator: undefined,
  steps: [executed],
});

function debitSide(planned: PlannedPayment): Omit<NewTransaction, 'steps' | 'initiator'> {
  const { plan, at, command } = planned;
  const { debtor, creditor } = plan;
  return {
    id: planned.paymentId,
    clientId: command.clientId,
    accountId: debtor.id,
    direction: 'DEBIT',
    scheme: plan.scheme,
    currency: plan.currency,
    amountMinor: plan.amountMinor,
    feeMinor: plan.feeMinor,
    reference: command.reference,
    chargeBearer: plan.chargeBearer,
    endToEndId:
      (!plan.creditorHouseAccount && command.inBulk?.endToEndId) || ownEndToEndId(planned.paymentId),
    payoutId: command.inBulk?.payoutId ?? null,
    heldBy: command.inBulk?.heldBy ?? null,
    audience: audienceOf(command),
    beneficiaryId: plan.payee?.id ?? null,
    debtorName: debtor.holder,
    debtorAccount: debtor.iban ?? debtor.number,
    creditorName: creditor.name,
    creditorAccount: creditor.account,
    creditorAgentBic: creditor.agentBic,
    creditorAgentName: creditor.agentName,
    counterpartyCountry: creditor.country,
    accountName: debtor.name,
    creditorAccountId: plan.creditorHouseAccount?.id ?? null,
    railReference: null,
    expectedOn: expectedArrival(plan.scheme, planned.calendar),
    converted: plan.converted,
    createdAt: at,
  };
}

/** The person who ordered it, and from where. */
function initiatorOf({ actor, request }: Work): Initiator | undefined {
  if (actor.kind !== 'client') return undefined;
  return { personId: actor.personId, ip: request?.ip ?? null, userAgent: request?.userAgent ?? null };
}

/** What the order says beyond the plain, as it stood when it was given. */
function instructionOf({ plan, command, need }: PlannedPayment): Instruction {
  const { payee, correspondent, creditorHouseAccount } = plan;
  const creditorAddress = creditorHouseAccount ? null : addressOf(payee);
  const { purpose = null, creditorReference = null, repairOf = null } = command;
  const application = need?.application ?? null;
  return { purpose, creditorReference, repairOf, correspondent, creditorAddress, application };
}

/** Where the payee lives, when the town is known: without one no bank takes an address. */
function addressOf(payee: Payee | undefined): PostalAddress | null {
  if (!payee || payee.town === null) return null;
  const { street: streetName, buildingNumber, postCode } = payee.latin;
  return {
    streetName,
    buildingNumber,
    postCode,
    townName: payee.latin.town ?? payee.town,
    country: payee.country,
  };
}

/** Who sees a payment. */
const audienceOf = ({ inBulk }: Pick<PaymentCommand, 'inBulk'>): Audience =>
  inBulk?.isConfidential ? 'CONFIDENTIAL' : 'ALL';

/** A planned payment as screening sees it. */
export function unscreened({ index, paymentId: id, at, command, plan, calendar }: PlannedPayment) {
  const { currency, amountMinor, debtor, creditor, creditorHouseAccount, payee } = plan;
  return {
    index,
    id,
    at,
    holderName: creditorHouseAccount?.holder,
    clientId: command.clientId,
    debtorName: debtor.holder,
    creditorName: creditor.name,
    creditorAccount: creditor.account,
    beneficiaryId: payee?.id ?? null,
    currency,
    amountMinor,
    day: command.at ? undefined : writeMoment(calendar).slice(0, 10),
    isBulk: command.inBulk !== undefined,
    audience: audienceOf(command),
  };
}

/** The rows with their numbers, in the state after their steps. */
export const numberedRows = (
  unnumbered: readonly UnnumberedRow[],
  numbers: ReadonlyArray<string | undefined>,
): PaymentRow[] =>
  numbered(unnumbered, numbers).map(({ transaction: payment, steps, initiator }, index) => ({
    payment,
    steps,
    initiator,
    instruction: unnumbered[index]?.instruction ?? plainInstruction,
  }));

/**
 * Writes the rows of the payments whose money is there, with everything that follows from them: hand-over to the rail, requests for
 * approval, documents, used quotes, the day's totals, notices. In the caller's open transaction, sent together.
 */
export function writeRows(
  { rail, conversions }: { readonly rail: Rail; readonly conversions?: Pick<Conversions, 'markUsed'> },
  db: Sql,
  planned: readonly PlannedPayment[],
  rows: readonly PaymentRow[],
) {
  const payments = new Map(rows.map(({ payment }) => [payment.id, payment]));
  const written = planned.flatMap((each): WrittenPayment[] => {
    const payment = payments.get(each.paymentId);
    return payment ? [{ ...each, payment }] : [];
  });
  const now = new Date();
  const quotes = planned.flatMap(quoteOf);
  const news = [...receivedFromOthers(rows), ...heldByScreening(rows)];
  return Promise.all([
    insertRows(db, rows),
    handOver(rail, db, planned, rows),
    announce(
      db,
      rows.map(({ payment }) => payment),
    ),
    notify({ sql: db, now, newId: idAt }, noticesOf(news, now)),
    openApprovals(db, written),
    quotes.length > 0 && conversions?.markUsed(db, quotes, now),
    attachDocuments(db, written),
    addToUnreviewedTotal(db, planned.flatMap(dayItemOf)),
    countAllowances(db, planned.flatMap(allowanceOf)),
    recordHeld(
      db,
      written.map(({ paymentId, command, at, screening }) => ({
        paymentId,
        clientId: command.clientId,
        at,
        result: screening,
      })),
    ),
  ]);
}

/** The rows, and what the orders said. */
async function insertRows(db: Sql, rows: readonly PaymentRow[]): Promise<void> {
  await Promise.all([
    recordTransactions(
      db,
      rows.map(({ payment: transaction, steps, initiator }) => ({ transaction, steps, initiator })),
    ),
    insertInstructions(
      db,
      rows.map(({ payment: { id }, instruction }) => ({ id, instruction })),
    ),
  ]);
}

/** What reached another client at once, without leaving the bank. */
function receivedFromOthers(rows: readonly PaymentRow[]) {
  const payers = new Map(
    rows.flatMap(({ payment }) =>
      payment.direction === 'DEBIT' ? [[payment.endToEndId, payment.clientId] as const] : [],
    ),
  );
  return rows
    .filter(
      ({ payment }) => payment.direction === 'CREDIT' && payers.get(payment.endToEndId) !== payment.clientId,
    )
    .map(({ payment }) => ({ payment, status: 'EXECUTED', at: payment.createdAt, reason: null }) as const);
}

/** What waits for the desk; the person who ordered it has seen what was sent at once. */
const heldByScreening = (rows: readonly PaymentRow[]) =>
  rows.flatMap(({ payment, steps }) => {
    const last = steps.at(-1);
    return last && isHeld(payment.status) ? [{ payment, ...last }] : [];
  });

/** The quote that it was converted at. */
const quoteOf = ({ command: { clientId, quoteId } }: PlannedPayment) =>
  quoteId === undefined ? [] : [{ clientId, id: quoteId }];

/** What was cleared and leaves the bank is the rail's from here on. */
async function handOver(
  rail: Rail,
  db: Sql,
  [first]: readonly PlannedPayment[],
  rows: readonly PaymentRow[],
): Promise<void> {
  const leaving = rows.filter(({ payment }) => payment.status === 'PENDING_FINANCE_INSTITUTION');
  if (!first || leaving.length === 0) return;
  const work = { ...first.work, sql: db, now: new Date() };
  const addressOf = await payerAddresses(
    db,
    leaving.map(({ payment }) => payment),
  );
  await rail.submit(
    work,
    leaving.map(({ payment, instruction }) => railInstruction(payment, instruction, addressOf(payment))),
  );
}

/** What was screened now, as its day counts it. */
const dayItemOf = (planned: PlannedPayment): DayItem[] =>
  planned.screening && planned.plan.scheme !== 'OWN'
    ? [{ ...unscreened(planned), result: planned.screening }]
    : [];

/** What its person pays out of the allowance. */
const allowanceOf = ({ work: { actor }, allowanceMinor: worthMinor }: PlannedPayment) =>
  actor.kind === 'client' && worthMinor > 0n ? [{ personId: actor.personId, worthMinor }] : [];
