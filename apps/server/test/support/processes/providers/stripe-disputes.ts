/**
 * Disputes of the local Stripe server: opened for a transaction, changed until they are submitted, submitted once with all the evidence of their reason.
 * Which evidence Stripe requires is from its guide "Dispute reasons and evidence".
 */
import { randomUUID } from 'node:crypto';
import { Refused } from './stripe-refused.ts';

const evidence = {
  fraudulent: ['explanation'],
  duplicate: ['explanation', 'original_transaction'],
  not_received: ['explanation', 'expected_at', 'product_description', 'product_type'],
  canceled: ['explanation', 'canceled_at', 'cancellation_reason', 'expected_at', 'product_type'],
  other: ['explanation', 'product_description', 'product_type'],
} as const;

export interface StripeDispute {
  readonly id: string;
  readonly object: 'issuing.dispute';
  readonly transaction: string;
  readonly currency: string;
  amount: number;
  status: 'unsubmitted' | 'submitted' | 'won' | 'lost' | 'expired';
  evidence: Record<string, string>;
  metadata: Record<string, string>;
}

/** A payment of `stripePayment`, as far as disputes need it. */
interface Disputed {
  readonly id: string;
  current(): { readonly transactions: readonly Moved[] };
  readonly moves: readonly Moved[];
}
interface Moved {
  readonly id: string;
  readonly type: string;
  readonly amount: number;
}

type Form = Readonly<Record<string, string>>;
const known = /^(transaction|amount|metadata\[\w+\]|evidence\[reason\]|evidence\[(\w+)\]\[\w+\])$/;

export function createStripeDisputes() {
  const disputes: StripeDispute[] = [];
  const payments: Disputed[] = [];
  const find = (id: string) => {
    const dispute = disputes.find((each) => each.id === id);
    if (!dispute) throw new Refused(404, 'resource_missing');
    return dispute;
  };
  const transactionOf = (id: string) => {
    const found = payments.flatMap(({ moves }) => moves).find((each) => each.id === id);
    if (!found) throw new Refused(404, 'resource_missing');
    return found;
  };

  function write(dispute: StripeDispute, form: Form, isNew: boolean): StripeDispute {
    const collected = Math.abs(transactionOf(dispute.transaction).amount);
    for (const [name, value] of Object.entries(form)) {
      const [field = '', key = '', part] = name.split(/[[\]]+/).filter(Boolean);
      if (!known.test(name) || (field === 'transaction' && !isNew))
        throw new Refused(400, 'parameter_unknown');
      if (field !== 'metadata' && dispute.status !== 'unsubmitted')
        throw new Refused(400, 'dispute_submitted');
      if (field === 'metadata' && value === '') delete dispute.metadata[key];
      else if (field === 'metadata') dispute.metadata[key] = value;
      if (field === 'amount') dispute.amount = Number(value);
      if (field === 'evidence') dispute.evidence[part ?? key] = value;
      if (part !== undefined && key !== form['evidence[reason]']) throw new Refused(400, 'parameter_invalid');
    }
    if (!(Number.isInteger(dispute.amount) && dispute.amount > 0 && dispute.amount <= collected))
      throw new Refused(400, 'parameter_invalid_integer');
    return dispute;
  }

  function open(form: Form): StripeDispute {
    const transaction = form.transaction ?? '';
    const { type, amount } = transactionOf(transaction);
    const isOpen = disputes.some((each) => each.transaction === transaction && each.status !== 'expired');
    if (type !== 'capture' || isOpen) throw new Refused(400, 'transaction_not_disputable');
    const dispute: StripeDispute = {
      id: `idp_${randomUUID()}`,
      object: 'issuing.dispute',
      transaction,
      currency: 'eur',
      amount: Math.abs(amount),
      status: 'unsubmitted',
      evidence: {},
      metadata: {},
    };
    disputes.push(write(dispute, form, true));
    return dispute;
  }

  function submit(dispute: StripeDispute): StripeDispute {
    const needed = evidence[dispute.evidence.reason as keyof typeof evidence] ?? [];
    if (dispute.status !== 'unsubmitted') throw new Refused(400, 'dispute_submitted');
    if (needed.some((field) => !dispute.evidence[field])) throw new Refused(400, 'parameter_missing');
    dispute.status = 'submitted';
    return dispute;
  }

  return {
    disputes,
    payments,
    get(path: string, query: URLSearchParams): object | undefined {
      const [, , , kind, id = ''] = path.split('/');
      if (kind === 'transactions') return transactionOf(id);
      if (kind === 'authorizations') {
        const found = payments.find((each) => each.id === id);
        if (!found) throw new Refused(404, 'resource_missing');
        return found.current();
      }
      if (kind !== 'disputes') return undefined;
      if (id !== '') return find(id);
      const data = disputes.filter(({ transaction }) => transaction === query.get('transaction'));
      return { object: 'list', has_more: false, data: data.toReversed() };
    },
    post(path: string, form: Form): object | undefined {
      const [, , , kind, id = '', action] = path.split('/');
      if (kind !== 'disputes') return undefined;
      if (action === 'submit') return submit(find(id));
      return id === '' ? open(form) : write(find(id), form, false);
    },
  };
}

/** An event with the dispute's current state. */
export const stripeDisputeEvent = (type: string, dispute: object) => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  api_version: '2026-03-25.dahlia',
  type: `issuing_dispute.${type}`,
  data: { object: structuredClone(dispute) },
});
