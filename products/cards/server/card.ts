/** A stored card and its controls. Amounts are minor units of the card's currency. */
import type { CardDesign, CardKind, CardStatus, cardLocks, restrictionModes } from '@calmly/contract';
import type { CurrencyCode, MerchantCategory } from '@calmly/domain';

export interface StoredCard {
  readonly id: string;
  readonly clientId: string;
  /** The ledger's account that it spends from. */
  readonly accountId: string;
  readonly holderId: string;
  readonly kind: CardKind;
  readonly status: CardStatus;
  readonly version: number;
  readonly name: string;
  readonly nameOnCard: string;
  readonly design: CardDesign;
  readonly currency: CurrencyCode;
  readonly lastFour: string;
  /** `YYYY-MM-DD`, the last day of the printed month. */
  readonly expiresOn: string;
  readonly validUntil: string | null;
  readonly isSingleUse: boolean;
  readonly controls: Controls;
  readonly blockedAt: Date | null;
  readonly blockedBy: string | null;
  readonly lock: (typeof cardLocks)[number] | null;
  readonly pinTries: number;
  readonly replaces: string | null;
  /** A card processor made it and keeps its number, security code and PIN. */
  readonly atProcessor: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly closedAt: Date | null;
}

/** Decimal amounts as in the contract, so the stored JSON is what a client reads. */
export interface Controls {
  readonly limits: Readonly<
    Record<'perPayment' | 'perDay' | 'perWeek' | 'perMonth' | 'inTotal', string | null>
  >;
  readonly online: boolean;
  readonly contactless: boolean;
  readonly cash: boolean;
  readonly abroad: boolean;
  readonly categories: Restriction<MerchantCategory>;
  readonly countries: Restriction<string>;
}

interface Restriction<Item> {
  readonly mode: (typeof restrictionModes)[number];
  readonly items: readonly Item[];
}

/** The controls of a new card. */
export const newControls: Controls = {
  limits: { perPayment: null, perDay: null, perWeek: null, perMonth: null, inTotal: null },
  online: true,
  contactless: true,
  cash: true,
  abroad: true,
  categories: { mode: 'ALL', items: [] },
  countries: { mode: 'ALL', items: [] },
};
