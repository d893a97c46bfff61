/**
 * What a card processor does for us, besides asking and reporting (`issuer.ts`): it makes cards, keeps their numbers, codes and PINs, lets
 * them work or not, and posts plastic. The sandbox needs none: there the bank makes the numbers itself.
 */
import type { Webhook } from '@calmly/platform/http/router.ts';
import type { DisputeDesk, IssuerSink } from './issuer.ts';

export interface Address {
  readonly line: string;
  readonly postCode: string;
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** The person who has a card. */
export interface ProcessorHolder {
  /** Ours: one for each person and client. */
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string | null;
  /** `YYYY-MM-DD`. */
  readonly bornOn: string | null;
  readonly address: Address;
}

export interface ProcessorOrder {
  /** Our id of the card. */
  readonly cardId: string;
  /** The processor's id of its holder. */
  readonly holder: string;
  readonly kind: 'VIRTUAL' | 'PLASTIC';
  /** ISO 4217. */
  readonly currency: string;
  readonly works: boolean;
  /** Plastic: where to and to whom. */
  readonly post: { readonly name: string; readonly address: Address } | undefined;
  /** The processor's id of the card whose place it takes. */
  readonly replaces: { readonly card: string; readonly reason: ReplacementReason } | undefined;
}

export type ReplacementReason = 'lost' | 'stolen' | 'damaged' | 'renewal';

/** What the processor's card should do: approve payments, decline them, or be gone for good. */
export type ProcessorStatus = 'active' | 'inactive' | 'closed';

export interface MadeCard {
  /** The processor's id. */
  readonly card: string;
  readonly lastFour: string;
  /** `YYYY-MM-DD`, the last day of the printed month. */
  readonly expiresOn: string;
}

/**
 * Each call carries an idempotency key, so that a repeated one makes nothing twice. Errors: any failure throws with the processor's code,
 * never with what was sent; the job is tried again.
 */
export interface CardProcessor {
  makeHolder(holder: ProcessorHolder): Promise<string>;
  makeCard(order: ProcessorOrder): Promise<MadeCard>;
  setStatus(card: string, status: ProcessorStatus): Promise<void>;
  /** Where disputes are sent. */
  readonly disputes: DisputeDesk;
  /** Where its messages arrive. */
  webhooks(sink: IssuerSink): readonly Webhook[];
}
