/**
 * The issuer's processor: it holds the connection to the card schemes and tells us what happens with our cards. A payment starts with an
 * authorization request, which we answer within a deadline; the processor answers in our place when we are late. Everything else is an
 * event that has happened already and is only recorded.
 *
 * Messages arrive more than once and in any order. The processor has checked what the cardholder typed (security code, expiry, PIN) and
 * says only whether it matched, so that no such secret travels. Shaped after the webhooks of Marqeta (just-in-time funding) and Stripe
 * Issuing. Amounts are decimal text, as the messages of other providers.
 */
import type { CardChannel, DeclineReason, DisputeReason } from '@calmly/contract';
import type { Work } from '@calmly/platform/work.ts';

export interface Merchant {
  readonly name: string;
  readonly city: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** ISO 18245, four digits. */
  readonly mcc: string;
}

export type Check = 'match' | 'mismatch' | 'absent';

interface Message {
  /** Of this message: one that is repeated has the same and gets the same answer. */
  readonly id: string;
  /** Of the payment: its authorization, clearings and reversals have the same. */
  readonly reference: string;
  /** Our id of the card. */
  readonly cardId: string;
  /** As the merchant charges it. */
  readonly currency: string;
  readonly merchant: Merchant;
  readonly channel: CardChannel;
}

/** May this be paid? A second one with the same reference raises the amount (a hotel, a taxi). */
export interface AuthorizationRequest extends Message {
  readonly kind: 'authorization';
  readonly amount: string;
  /** In the card's currency, if the scheme has converted it. */
  readonly cardAmount?: string | undefined;
  /** What the processor had approved for the payment before, in the card's currency; undefined where it does not say. */
  readonly earlier?: string | undefined;
  readonly checks: Readonly<Record<'securityCode' | 'expiry' | 'pin', Check>>;
}

export interface AuthorizationAnswer {
  readonly approved: boolean;
  readonly declineReason: DeclineReason | null;
  /** The transaction that shows it; null where there was nothing to show. */
  readonly transactionId: string | null;
}

/** The merchant collects money, all of it or a part, also without having asked. */
export interface Clearing extends Message {
  readonly kind: 'clearing';
  readonly amount: string;
  /** In the card's currency, if the scheme has converted it. */
  readonly cardAmount?: string | undefined;
  /** Nothing more will be collected. */
  readonly isFinal: boolean;
}

/** The merchant gives up money that is held. */
export interface Reversal extends Message {
  readonly kind: 'reversal';
  /** In the card's currency; undefined: all that is held. */
  readonly cardAmount?: string | undefined;
}

/** The merchant gives money back. */
export interface Refund extends Message {
  readonly kind: 'refund';
  readonly amount: string;
  readonly cardAmount?: string | undefined;
  /** Reference of the payment that it gives back, where the merchant named it. */
  readonly refundOf?: string | undefined;
}

/** The processor no longer expects a clearing. */
export interface Expiry extends Message {
  readonly kind: 'expiry';
}

/**
 * What the processor says of a payment as a whole, also of one that it has decided in our place. Its sums only grow, so the highest is the
 * newest, whatever the order of arrival.
 */
export interface PaymentState extends Message {
  readonly kind: 'state';
  /** All that was approved, or what was declined. */
  readonly amount: string;
  /** The same in the card's currency. */
  readonly cardAmount: string;
  /** Given up since, in the card's currency. */
  readonly reversed: string;
  /** Null: approved. */
  readonly declineReason: DeclineReason | null;
  /** Nothing is held any more. */
  readonly isOver: boolean;
}

/** Where a plastic card is on its way. */
export interface CardShipment {
  /** Our id of the card. */
  readonly cardId: string;
  readonly status: 'SHIPPED' | 'DELIVERED';
  readonly trackingNumber: string | null;
  /** `YYYY-MM-DD`; undefined: as was expected before. */
  readonly expectedOn: string | undefined;
}

/** The card scheme has decided a dispute. Of a won one it has paid the money back. */
export interface DisputeNews {
  readonly kind: 'dispute';
  /** Of this message. */
  readonly id: string;
  /** Our id of the dispute. */
  readonly disputeId: string;
  readonly outcome: 'won' | 'lost';
  /** What was paid back, in the card's currency; undefined: all that is disputed. */
  readonly cardAmount?: string | undefined;
}

export type IssuerEvent = Clearing | Reversal | Refund | Expiry | PaymentState;
export type IssuerMessage = AuthorizationRequest | IssuerEvent;

/** A dispute as the processor is to know it. */
export interface SentDispute {
  /** Ours; sent again with the same one, it replaces what was sent before. */
  readonly id: string;
  /** Of the payment. */
  readonly reference: string;
  readonly cardId: string;
  readonly reason: DisputeReason;
  readonly text: string;
  /** In the card's currency. */
  readonly amount: string;
  /** The client has withdrawn it, or the merchant has refunded the payment. */
  readonly isWithdrawn: boolean;
  /** The number of files that the client sent as evidence. */
  readonly files: number;
}

/** How a dispute is there. */
export type DisputeStanding =
  /** Waiting: the scheme doesn't have it yet, because something is missing that staff adds at the processor. */
  | { readonly status: 'waiting' | 'in_review' | 'lost' }
  /** `cardAmount`: paid back, in the card's currency. */
  | { readonly status: 'won'; readonly cardAmount: string };

/** Where disputes are sent, as often as there may be news of them. Throws on failure; the job tries again. */
export interface DisputeDesk {
  sendDispute(dispute: SentDispute): Promise<DisputeStanding>;
}

/** Takes messages, each in the open transaction of `work`. What `take` answers to an event says what became of it. */
export interface IssuerSink {
  decide(work: Work, request: AuthorizationRequest): Promise<AuthorizationAnswer>;
  take(work: Work, event: IssuerEvent | DisputeNews): Promise<EventAnswer>;
  /** Several that arrived together, in this order. */
  takeAll(work: Work, events: readonly IssuerEvent[]): Promise<void>;
  /** The processor has news of a dispute, by our id: it is looked up there. */
  disputeChanged(work: Work, disputeId: string): Promise<void>;
  track(work: Work, shipment: CardShipment): Promise<void>;
  /** Our id of a card by the processor's. */
  cardOf(work: Work, processorCard: string): Promise<string | undefined>;
}

export interface EventAnswer {
  /** The transaction that it changed or made; null where it changed none. */
  readonly transactionId: string | null;
}
