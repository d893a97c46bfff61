/**
 * Disputes at Stripe Issuing, brought to what ours are by comparing: looked up by their transaction, opened, made smaller and submitted. Stripe takes the
 * evidence of a dispute once, and wants more of it for some reasons than our clients are asked. Such a dispute, and one with files, waits unsubmitted
 * for the bank's staff, who complete and submit it in Stripe's dashboard. Stripe withdraws none by its API.
 *
 * A payment that was collected in parts is disputed in as many as its amount needs, the largest first, and is decided when all of them are.
 * Source: docs.stripe.com/api/issuing/disputes; docs.stripe.com/issuing/purchases/disputes.
 */
import { formatDecimal, parseDecimal } from '@calmly/domain';
import { z } from 'zod';
import type { DisputeDesk, DisputeStanding, SentDispute } from '../issuer.ts';
import { type StripeApi, StripeRefusal } from './api.ts';
import { type StripeDispute, zDispute, zTransaction } from './objects.ts';

/** Cards are in euro. */
const currency = 'EUR';

const zList = z.object({ data: z.array(zDispute) });
const zCollected = z.object({ transactions: z.array(zTransaction) });

/**
 * `sendDispute` may be repeated: it changes only what differs at Stripe. Also `waiting` while nothing is
 * disputed there, such as before the first collection.
 */
export const stripeDisputes = (api: StripeApi): DisputeDesk => ({
  async sendDispute(dispute) {
    const parts: StripeDispute[] = [];
    for (const part of partsOf(await capturesOf(api, dispute.reference), dispute)) {
      const kept = await keep(api, dispute, part);
      if (kept) parts.push(kept);
    }
    return standingOf(parts);
  },
});

interface Capture {
  /** Stripe's id of the transaction. */
  readonly id: string;
  /** Collected, in cents of the card's currency. */
  readonly amount: bigint;
}

/** What the merchant collected, by our reference: Stripe's id of an authorization, or of a transaction without one, or one that came after its end. */
async function capturesOf(api: StripeApi, reference: string): Promise<Capture[]> {
  const transaction = reference.split('stripe ').at(-1) ?? '';
  const found = transaction.startsWith('ipi_')
    ? [await api.get(`/v1/issuing/transactions/${encodeURIComponent(transaction)}`, zTransaction)]
    : (await api.get(`/v1/issuing/authorizations/${encodeURIComponent(reference)}`, zCollected)).transactions;
  return found
    .filter(({ type }) => type === 'capture')
    .map(({ id, amount }) => ({ id, amount: BigInt(Math.abs(amount)) }))
    .sort((one, other) => Number(other.amount - one.amount));
}

/** What is disputed of each; zero where the others are enough. */
function partsOf(captures: readonly Capture[], { amount }: SentDispute): Capture[] {
  let left = parseDecimal(amount, currency) ?? 0n;
  return captures.map(({ id, amount: collected }) => {
    const part = collected < left ? collected : left;
    left -= part;
    return { id, amount: part };
  });
}

/** Stripe's dispute of one part, as it is afterwards; undefined: none is wanted. One that is not submitted then expires. */
async function keep(
  api: StripeApi,
  dispute: SentDispute,
  { id: transaction, amount }: Capture,
): Promise<StripeDispute | undefined> {
  const { data } = await api.get(
    `/v1/issuing/disputes?limit=100&transaction=${encodeURIComponent(transaction)}`,
    zList,
  );
  const own = data.find(({ metadata }) => metadata.calmly_dispute === dispute.id);
  if (own && own.status !== 'unsubmitted') return own;
  if (dispute.isWithdrawn || amount === 0n) return undefined;
  // Stripe takes one dispute of a transaction: what was withdrawn here and is still open there becomes the new one.
  const before = own ?? data.find(({ status }) => status === 'unsubmitted' || status === 'submitted');
  if (before?.status === 'submitted') return change(api, before, { 'metadata[calmly_dispute]': dispute.id });
  const form = {
    amount: String(amount),
    ...evidenceOf(dispute),
    'metadata[calmly_dispute]': dispute.id,
    // An empty value makes Stripe delete the mark of the one before.
    'metadata[calmly_by_hand]': dispute.files > 0 ? 'yes' : before && '',
  };
  const open = !before
    ? await api.post(
        '/v1/issuing/disputes',
        { transaction, ...form },
        `dispute ${dispute.id} ${transaction}`,
        zDispute,
      )
    : own !== undefined && BigInt(own.amount) === amount
      ? own
      : await change(api, before, own ? { amount: String(amount) } : form);
  return open.metadata.calmly_by_hand === undefined ? submit(api, open) : open;
}

/** Of one that Stripe doesn't take as it is, staff completes the evidence: it is not submitted again from here. */
async function submit(api: StripeApi, { id }: StripeDispute): Promise<StripeDispute> {
  const path = `/v1/issuing/disputes/${encodeURIComponent(id)}`;
  try {
    return await api.post(`${path}/submit`, {}, `submit ${id} ${crypto.randomUUID()}`, zDispute);
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
  }
  const found = await api.get(path, zDispute);
  return found.status === 'unsubmitted' ? change(api, found, { 'metadata[calmly_by_hand]': 'yes' }) : found;
}

/** What is written is absolute, so a repeated call needs no answer of before. */
const change = (api: StripeApi, { id }: StripeDispute, form: Record<string, string | undefined>) =>
  api.post(
    `/v1/issuing/disputes/${encodeURIComponent(id)}`,
    form,
    `change ${id} ${crypto.randomUUID()}`,
    zDispute,
  );

/** Stripe counts a wrong amount to duplicates, as an error of processing. */
const reasons = {
  not_me: 'fraudulent',
  not_received: 'not_received',
  duplicate: 'duplicate',
  wrong_amount: 'duplicate',
  cancelled: 'canceled',
  other: 'other',
} as const satisfies Record<SentDispute['reason'], string>;

function evidenceOf({ reason, text }: SentDispute): Record<string, string> {
  const theirs = reasons[reason];
  return { 'evidence[reason]': theirs, [`evidence[${theirs}][explanation]`]: text };
}

function standingOf(parts: readonly StripeDispute[]): DisputeStanding {
  const some = (status: StripeDispute['status']) => parts.some((part) => part.status === status);
  if (some('submitted')) return { status: 'in_review' };
  if (parts.length === 0 || some('unsubmitted')) return { status: 'waiting' };
  const won = parts.filter(({ status }) => status === 'won').reduce((sum, { amount }) => sum + amount, 0);
  return won > 0 ? { status: 'won', cardAmount: formatDecimal(BigInt(won), currency) } : { status: 'lost' };
}
