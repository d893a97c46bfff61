/**
 * Stripe Issuing: cards are made by calls to its API, payments arrive as signed webhooks at two addresses. Requests to authorize are answered
 * in the webhook's response; Stripe waits two seconds for it, we decline after 1.5. Everything else is an event.
 * Source: docs.stripe.com/issuing, "Real-time authorizations", "Authorizations", "Transactions".
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Webhook, WebhookAnswer, WebhookDelivery } from '@calmly/platform/http/router.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { addDays, firstOfMonth } from '@calmly/platform/time/zoned-days.ts';
import { z } from 'zod';
import type { CardShipment, IssuerSink } from '../issuer.ts';
import type { CardProcessor, ProcessorOrder, ProcessorStatus } from '../processor.ts';
import { createStripeApi, type StripeApi, type StripeOptions, stripeVersion } from './api.ts';
import { stripeDisputes } from './disputes.ts';
import { eventsOf, movementOf, requestOf } from './messages.ts';
import { zAuthorization, zDispute, zEvent, zIssuedCard, zTransaction } from './objects.ts';

export type { StripeOptions } from './api.ts';

/** Of the two seconds that Stripe waits: the rest is for the way. */
export const decideWithinMs = 1_500;
const zMade = z.object({ id: z.string().min(1) });
const zMadeBefore = z.object({ data: z.array(zIssuedCard) });

/**
 * Holders and cards are made with an idempotency key of our id, so that a repeated call makes no second one.
 */
export function createStripeIssuer(options: StripeOptions): CardProcessor {
  const api = createStripeApi(options);
  return {
    async makeHolder({ id, firstName, lastName, email, phone, bornOn, address }) {
      const [year, month, day] = bornOn?.split('-').map(Number) ?? [];
      const form = {
        type: 'individual',
        name: `${firstName} ${lastName}`.slice(0, 24).trim(),
        email,
        phone_number: phone ?? undefined,
        'individual[first_name]': firstName,
        'individual[last_name]': lastName,
        'individual[dob][day]': day?.toString(),
        'individual[dob][month]': month?.toString(),
        'individual[dob][year]': year?.toString(),
        ...addressForm('billing[address]', address),
        'metadata[calmly_holder]': id,
      };
      return (await api.post('/v1/issuing/cardholders', form, `holder ${id}`, zMade)).id;
    },
    makeCard: (order) => makeCard(api, order),
    async setStatus(card, status) {
      const form = { status: stripeStatus[status] };
      // A status is absolute, so a repeated call needs no answer of before: with one, "active" after "inactive" would change nothing.
      const key = `status ${card} ${crypto.randomUUID()}`;
      await api.post(`/v1/issuing/cards/${encodeURIComponent(card)}`, form, key, zMade);
    },
    disputes: stripeDisputes(api),
    webhooks: (sink) => [decisions(options, sink), events(options, sink)],
  };
}

const stripeStatus = {
  active: 'active',
  inactive: 'inactive',
  closed: 'canceled',
} as const satisfies Record<ProcessorStatus, string>;

const replacementReasons = {
  lost: 'lost',
  stolen: 'stolen',
  damaged: 'damaged',
  renewal: 'expired',
} as const;

async function makeCard(api: StripeApi, order: ProcessorOrder) {
  const { cardId, holder, kind, currency, works, post, replaces } = order;
  // After a day Stripe has forgotten the key of a try whose answer we lost.
  const list = `/v1/issuing/cards?limit=100&cardholder=${encodeURIComponent(holder)}`;
  const before = (await api.get(list, zMadeBefore)).data.find(
    ({ metadata }) => metadata.calmly_card === cardId,
  );
  const form = {
    cardholder: holder,
    currency: currency.toLowerCase(),
    type: kind === 'PLASTIC' ? 'physical' : 'virtual',
    status: works ? 'active' : 'inactive',
    'metadata[calmly_card]': cardId,
    ...(post && {
      'shipping[name]': post.name,
      'shipping[service]': 'standard',
      ...addressForm('shipping[address]', post.address),
    }),
    ...(replaces && {
      replacement_for: replaces.card,
      replacement_reason: replacementReasons[replaces.reason],
    }),
  };
  const made = before ?? (await api.post('/v1/issuing/cards', form, `card ${cardId}`, zIssuedCard));
  return {
    card: made.id,
    lastFour: made.last4,
    expiresOn: addDays(firstOfMonth(`${made.exp_year}-${String(made.exp_month).padStart(2, '0')}-01`, 1), -1),
  };
}

const addressForm = (
  field: string,
  { line, postCode, city, country }: { line: string; postCode: string; city: string; country: string },
) => ({
  [`${field}[line1]`]: line,
  [`${field}[city]`]: city,
  [`${field}[postal_code]`]: postCode,
  [`${field}[country]`]: country,
});

/** Errors: `invalid_request`. */
function read<Result>(schema: z.ZodType<Result>, object: unknown): Result {
  const { success, data, error } = schema.safeParse(object);
  if (!success) throw new Problem('invalid_request', { cause: error });
  return data;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new Problem('invalid_request', { cause });
  }
}

const answer = (approved: boolean): WebhookAnswer => ({
  body: { approved },
  headers: { 'stripe-version': stripeVersion },
});

const decisions = (options: StripeOptions, sink: IssuerSink): Webhook => ({
  name: 'stripe-authorizations',
  summary: 'A card payment that Stripe asks about; answered `{"approved": true}` or `false`',
  deadline: { ms: options.decideWithinMs ?? decideWithinMs, late: answer(false) },
  check: (delivery, { now }) => requireSignature(options.authorizationSecret, delivery, now),
  async handler(work, delivery) {
    const { id, type, data } = read(zEvent, jsonOf(delivery.bytes));
    if (type !== 'issuing_authorization.request') throw new Problem('invalid_request');
    const request = requestOf(id, read(zAuthorization, data.object));
    if (!request) return answer(false);
    return answer((await sink.decide(work, request)).approved);
  },
});

const events = (options: StripeOptions, sink: IssuerSink): Webhook => ({
  name: 'stripe',
  summary: 'An event of Stripe Issuing, signed with `Stripe-Signature`',
  check: (delivery, { now }) => requireSignature(options.webhookSecret, delivery, now),
  async handler(work, delivery) {
    const { id, type, data } = read(zEvent, jsonOf(delivery.bytes));
    switch (type) {
      case 'issuing_authorization.created':
      case 'issuing_authorization.updated':
        await sink.takeAll(work, eventsOf(id, read(zAuthorization, data.object)));
        break;
      case 'issuing_transaction.created': {
        const transaction = read(zTransaction, data.object);
        const cardId = await sink.cardOf(work, transaction.card);
        await sink.takeAll(work, cardId === undefined ? [] : [movementOf(transaction, cardId)]);
        break;
      }
      case 'issuing_card.updated': {
        const shipment = shipmentOf(data.object);
        if (shipment) await sink.track(work, shipment);
        break;
      }
      // Each carries the dispute as it was, and they arrive in any order, so all of them only say that there is news.
      case 'issuing_dispute.submitted':
      case 'issuing_dispute.updated':
      case 'issuing_dispute.closed':
      case 'issuing_dispute.funds_reinstated': {
        const { calmly_dispute: dispute } = read(zDispute, data.object).metadata;
        if (dispute !== undefined) await sink.disputeChanged(work, dispute);
      }
    }
  },
});

/** How far plastic is; undefined where its state says nothing to its holder. */
function shipmentOf(object: unknown): CardShipment | undefined {
  const { metadata, shipping } = read(zIssuedCard, object);
  const status =
    shipping?.status === 'shipped' ? 'SHIPPED' : shipping?.status === 'delivered' ? 'DELIVERED' : undefined;
  if (!shipping || !status || metadata.calmly_card === undefined) return undefined;
  const { eta, tracking_number: trackingNumber } = shipping;
  return {
    cardId: metadata.calmly_card,
    status,
    trackingNumber,
    expectedOn: eta === null ? undefined : new Date(eta * 1000).toISOString().slice(0, 10),
  };
}

/**
 * The signature of Stripe's webhooks: `Stripe-Signature: t=<seconds>,v1=<hex>[,v1=<hex>]`, the HMAC-SHA256 of `<seconds>.<raw body>`. While a
 * secret is being changed there are several v1; other schemes are ignored. Source: docs.stripe.com/webhooks, "Verify webhook signatures manually".
 * A message that was signed longer ago may be a recorded one.
 */
const toleranceSeconds = 300;

/** Errors: `webhook_refused` unless the body is Stripe's own word, signed just now. */
function requireSignature(secret: string, { headers, bytes }: WebhookDelivery, now: Date): void {
  const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.trim().split('=', 2));
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? '';
  const age = /^\d{1,12}$/.test(seconds) ? now.getTime() / 1000 - Number(seconds) : Number.POSITIVE_INFINITY;
  if (Math.abs(age) > toleranceSeconds) throw new Problem('webhook_refused');
  const right = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest();
  const isRight = parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex');
    return name === 'v1' && given.length === right.length && timingSafeEqual(given, right);
  });
  if (!isRight) throw new Problem('webhook_refused');
}
