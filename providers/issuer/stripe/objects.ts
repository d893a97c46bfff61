/** The parts of Stripe's Issuing objects that we read. Source: docs.stripe.com/api/issuing, version 2026-03-25.dahlia. */
import { z } from 'zod';

const zMinor = z.number().int().safe();
const zText = z.string().max(500);

/** Our own id of the card, which we gave Stripe with it; a card that was made in Stripe's dashboard has none. */
const zCard = z.object({
  id: zText,
  metadata: z.object({ calmly_card: z.uuid().optional().catch(undefined) }),
});

const zMerchant = z.object({
  category_code: z.string().regex(/^\d{4}$/),
  name: zText.nullable(),
  city: zText.nullable(),
  country: zText.nullable(),
});

const zDetails = z.object({ atm_fee: zMinor.nullable(), cashback_amount: zMinor.nullable() }).nullable();

const zCharged = {
  amount: zMinor,
  currency: z.string().length(3),
  merchant_amount: zMinor,
  merchant_currency: z.string().length(3),
};

export const zTransaction = z.object({
  ...zCharged,
  id: zText,
  type: z.enum(['capture', 'refund']),
  authorization: zText.nullable(),
  /** Stripe's id. */
  card: zText,
  amount_details: zDetails,
  merchant_data: zMerchant,
});
export type StripeTransaction = z.output<typeof zTransaction>;

const zMatch = z.enum(['match', 'mismatch', 'not_provided']);

export const zAuthorization = z.object({
  ...zCharged,
  id: zText,
  approved: z.boolean(),
  status: z.string(),
  authorization_method: z.string(),
  card: zCard,
  merchant_data: zMerchant,
  amount_details: zDetails,
  pending_request: z.object({ ...zCharged, amount_details: zDetails }).nullable(),
  request_history: z.array(
    z.object({ amount: zMinor, merchant_amount: zMinor, approved: z.boolean(), reason: z.string() }),
  ),
  transactions: z.array(zTransaction),
  verification_data: z.object({ cvc_check: zMatch, expiry_check: zMatch }),
});
export type StripeAuthorization = z.output<typeof zAuthorization>;

/** A card as the API answers it and events carry it. */
export const zIssuedCard = zCard.extend({
  last4: z.string().regex(/^\d{4}$/),
  exp_month: z.number().int().min(1).max(12),
  exp_year: z.number().int().min(2000).max(9999),
  status: z.enum(['active', 'inactive', 'canceled']),
  shipping: z
    .object({ status: z.string().nullable(), tracking_number: zText.nullable(), eta: z.number().nullable() })
    .nullable(),
});

export const zDispute = z.object({
  id: zText,
  /** In the card's currency. */
  amount: zMinor,
  status: z.enum(['unsubmitted', 'submitted', 'won', 'lost', 'expired']),
  metadata: z.object({
    /** Our id of the dispute; one that was opened in Stripe's dashboard has none. */
    calmly_dispute: z.uuid().optional().catch(undefined),
    /** Staff completes and submits it. */
    calmly_by_hand: zText.optional(),
  }),
});
export type StripeDispute = z.output<typeof zDispute>;

export const zEvent = z.object({
  id: zText,
  type: zText,
  data: z.object({ object: z.unknown() }),
});
