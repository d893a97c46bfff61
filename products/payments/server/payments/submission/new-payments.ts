/**
 * From a decided order to the rows it becomes: one for an outgoing payment, one for each side of a payment inside the
 * bank. The steps are those already taken at that moment.
 */
import { expectedArrival } from '@calmly/domain';
import type { PostalAddress } from '@calmly/providers/rail/rail.ts';
import type { ScreeningResult } from '@calmly/providers/screening/screening.ts';
import {
  type Initiator,
  type NewTransaction,
  ownEndToEndId,
  type Step,
  type Steps,
} from '../../../../accounts/server/transactions/index.ts';
import {
  type HouseAccount,
  type Instruction,
  type Payee,
  type PaymentOrder,
  type Plan,
  plainInstruction,
} from '../ordering/order.ts';
import { screeningStep, screeningSteps, systemStep } from '../screening/screen-payments.ts';

/** A payment to write. */
import { audienceOf, type InBulk } from './candidate.ts';

export interface NewPayment extends NewTransaction {
  readonly instruction: Instruction;
}

export interface NewOrder {
  readonly plan: Plan;
  readonly clientId: string;
  readonly paymentId: string;
  /** An id for the payee's side, when the payee banks with us. */
  readonly counterpartId: string | undefined;
  readonly at: Date;
  readonly orderedBy: string | null;
  /** The person who ordered it, and from where. */
  readonly initiator: Initiator | undefined;
  /** Someone has to approve it before anything is done. */
  readonly awaitsApproval: boolean;
  readonly reference: string;
  readonly instruction: Instruction;
  /** The moment as the bank's calendar has it: from then on the days are counted. */
  readonly calendar: Date;
  readonly inBulk: InBulk | undefined;
  /** What screening said, when it was asked before the payment was written. */
  readonly screening: ScreeningResult | undefined;
}

/** The rows of an order; the client's own side first. */
export function paymentsOf(order: NewOrder): NewPayment[] {
  const { plan, at, screening, counterpartId } = order;
  const status = order.awaitsApproval ? 'CREATED' : 'SUBMITTED';
  const submitted: Step = { status, at, actor: order.orderedBy, reason: null };
  const debit = debitSide(order);
  const ordered = (steps: Steps): NewPayment => ({
    ...debit,
    initiator: order.initiator,
    instruction: order.instruction,
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

function debitSide(order: NewOrder): Omit<NewTransaction, 'steps' | 'initiator'> {
  const { plan, at } = order;
  const { debtor, creditor } = plan;
  return {
    id: order.paymentId,
    clientId: order.clientId,
    accountId: debtor.id,
    direction: 'DEBIT',
    scheme: plan.scheme,
    currency: plan.currency,
    amountMinor: plan.amountMinor,
    feeMinor: plan.feeMinor,
    reference: order.reference,
    chargeBearer: plan.chargeBearer,
    endToEndId: (!plan.creditorHouseAccount && order.inBulk?.endToEndId) || ownEndToEndId(order.paymentId),
    payoutId: order.inBulk?.payoutId ?? null,
    heldBy: order.inBulk?.heldBy ?? null,
    audience: audienceOf(order),
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
    expectedOn: expectedArrival(plan.scheme, order.calendar),
    converted: plan.converted,
    createdAt: at,
  };
}

/** What an order says beyond the plain, as it stood when it was given. */
export function instructionOf(
  { payee, correspondent, creditorHouseAccount }: Plan,
  order: Pick<PaymentOrder, 'purpose' | 'creditorReference' | 'repairOf'>,
  application: string | null,
): Instruction {
  const creditorAddress = creditorHouseAccount ? null : addressOf(payee);
  const { purpose = null, creditorReference = null, repairOf = null } = order;
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
