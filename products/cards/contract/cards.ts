/**
 * Payment cards: issued, topped up, shown, blocked, replaced, closed. A card has its own money, in euro, for its payments. Source: specification
 * sections 3 (Card), 4, 7 and 9; server page section 10.
 * Addresses are `/cards/<verb>/{id}`, like the specification's `/cards/{action}/{id}`. The number, security code and PIN are returned only by
 * `revealCard` and `showPin`, to the holder, after a two-factor code, and are never stored in plain text.
 */

import {
  pageQuery,
  zAmount,
  zCountry,
  zCurrency,
  zDate,
  zId,
  zIdParam,
  zLine,
  zPage,
  zPlain,
  zSeenText,
  zTime,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zPersonName } from '../../approvals/contract/sent-for-approval.ts';
import { zCardControls, zCardControlsInput, zCardLimits, zCardUsage } from './card-controls.ts';

export const cardKinds = ['VIRTUAL', 'PLASTIC'] as const;
export type CardKind = (typeof cardKinds)[number];

/**
 * - ORDERED: plastic in the post; its holder activates it.
 * - BLOCKED: by a person, who may unblock it. LOCKED: by the bank or the company's rules, until the reason is gone.
 * - EXPIRED: its last month is over; a renewed card takes its place and its money. CLOSED: for good.
 */
export const cardStatuses = ['ORDERED', 'ACTIVE', 'BLOCKED', 'LOCKED', 'EXPIRED', 'CLOSED'] as const;
export type CardStatus = (typeof cardStatuses)[number];

/** Why a card is LOCKED. `holder_left`: its holder is no longer an active member of the company; the card can be closed. */
export const cardLocks = ['receipts_missing', 'pin_tries', 'bank', 'holder_left'] as const;

export const cardDesigns = ['ink', 'sand', 'coral'] as const;
export type CardDesign = (typeof cardDesigns)[number];

/** Maximum length of the client's name for a card. */
export const cardNameLength = 40;
/** Embossed; ISO/IEC 7813 has room for 26 characters. */
export const nameOnCardLength = 26;

/** The embossed name. */
export const zNameOnCard = z
  .string()
  .trim()
  .max(nameOnCardLength)
  .regex(/^[A-Za-z][A-Za-z .'-]*$/, 'latin_letters');

export const zCardAddress = wire({
  line: ['Line', zLine(70)],
  postCode: ['PostCode', zLine(16)],
  city: ['City', zLine(35)],
  country: ['Country', zCountry],
});
export type CardAddress = z.output<typeof zCardAddress>;

const cardFields = {
  id: ['Id', zId],
  kind: ['Kind', z.enum(cardKinds)],
  status: ['Status', z.enum(cardStatuses)],
  /** Increases with every change of the card or its controls. */
  version: ['Version', z.number().int()],
  name: ['Name', z.string()],
  nameOnCard: ['NameOnCard', z.string()],
  design: ['Design', z.enum(cardDesigns)],
  lastFour: ['LastFour', z.string()],
  /** The card processor keeps its number, security code and PIN: `revealCard`, `showPin` and `setPin` refuse (`card_numbers_at_processor`). */
  numberAtProcessor: ['NumberAtProcessor', z.boolean()],
  /** `MM/YY`. */
  expiry: ['Expiry', z.string()],
  /** For a company, the member who has it; in the own profile, the client. */
  holder: ['Holder', zPersonName],
  isMine: ['IsMine', z.boolean()],
  currency: ['Currency', zCurrency],
  available: ['AvailableBalance', zAmount],
  booked: ['PostedBalance', zAmount],
  /** Held for payments that shops have not collected yet. */
  reserved: ['ReservedBalance', zAmount],
  /** Amounts collected beyond the balance; the next top-up pays them first. */
  owed: ['Owed', zAmount],
  /** It closes automatically after its first payment. */
  isSingleUse: ['IsSingleUse', z.boolean()],
  /** Its last day, chosen by the client. */
  validUntil: ['ValidUntil', zDate.nullable()],
  blockedAt: ['BlockedAt', zTime.nullable()],
  blockedBy: ['BlockedBy', zPersonName.nullable()],
  /** For a LOCKED card, or an EXPIRED one that cannot be renewed until the reason is gone. */
  lock: ['Lock', z.enum(cardLocks).nullable()],
  /** Number of its payments that still need a receipt. */
  receiptsMissing: ['ReceiptsMissing', z.number().int()],
  createdAt: ['CreatedAt', zTime],
  closedAt: ['ClosedAt', zTime.nullable()],
  /** The card that replaced it, and the one that it replaced. */
  replacedBy: ['ReplacedBy', zId.nullable()],
  replaces: ['Replaces', zId.nullable()],
} as const;

export const zCard = wire(cardFields);
export type Card = z.output<typeof zCard>;

export const deliveryStatuses = ['PREPARING', 'SHIPPED', 'DELIVERED'] as const;

/** A card with all data of its screen. */
export const zCardDetails = wire({
  ...cardFields,
  controls: ['Controls', zCardControls],
  usage: ['Usage', zCardUsage],
  hasPin: ['HasPin', z.boolean()],
  delivery: [
    'Delivery',
    wire({
      status: ['Status', z.enum(deliveryStatuses)],
      address: ['Address', zCardAddress],
      trackingNumber: ['TrackingNumber', z.string().nullable()],
      expectedOn: ['ExpectedOn', zDate],
    }).nullable(),
  ],
});
export type CardDetails = z.output<typeof zCardDetails>;

/** Shared properties of calls that read cards; for calls that change them: `changingCards`. */
export const seeingCards = {
  tag: 'Cards',
  access: 'active',
  presence: 'required',
  right: 'can_plast_view',
} as const;
export const changingCards = {
  tag: 'Cards',
  access: 'active',
  presence: 'own',
  right: 'can_plast_perform',
} as const;

export const listCards = endpoint({
  ...seeingCards,
  id: 'listCards',
  method: 'GET',
  path: '/cards',
  summary: 'List the cards with their balances, newest first',
  query: z.strictObject({
    ...pageQuery,
    /** MINE: the caller is the holder. TEAM: other people are. OPEN: both. Closed cards are only in CLOSED and ALL. */
    group: z.enum(['MINE', 'TEAM', 'OPEN', 'CLOSED', 'ALL']).default('OPEN'),
  }),
  response: z.strictObject({
    ...zPage(zCard).shape,
    Counts: wire({
      mine: ['Mine', z.number().int()],
      team: ['Team', z.number().int()],
      closed: ['Closed', z.number().int()],
    }),
  }),
});

/** The price of a card, and what the client has to accept first. */
export const zCardOffer = wire({
  fee: ['Fee', zAmount],
  currency: ['Currency', zCurrency],
  /** Percent of each top-up. */
  topUpPercent: ['TopUpPercent', z.string()],
  termsVersion: ['TermsVersion', z.string()],
  termsAccepted: ['TermsAccepted', z.boolean()],
  /** Maximum number of open cards, and the current number. */
  most: ['Most', z.number().int()],
  open: ['Open', z.number().int()],
  /** The card processor keeps the numbers and PINs of new cards, so they are not shown here. */
  numberAtProcessor: ['NumberAtProcessor', z.boolean()],
  /** The client's name in the letters of a card. */
  nameOnCard: ['NameOnCard', z.string()],
  /** Who would first have to approve a new card, or controls that allow more; empty if no approval is needed. */
  approvers: ['Approvers', z.array(zPersonName)],
});
export type CardOffer = z.output<typeof zCardOffer>;

export const getCardOffer = endpoint({
  ...seeingCards,
  presence: 'open',
  id: 'getCardOffer',
  method: 'GET',
  path: '/cards/offer',
  summary: 'Read what a new card costs and which terms it needs',
  response: zCardOffer,
});

export const issueCard = endpoint({
  ...changingCards,
  id: 'issueCard',
  method: 'POST',
  path: '/cards',
  summary:
    'Issue a virtual card or order a plastic one; the fee is taken from an account; requires the terms `cards`; if the company’s policy requires it, it first waits for approval (202)',
  twoFactor: 'always',
  money: 'own',
  approval: true,
  idempotent: true,
  body: wire({
    kind: ['Kind', z.enum(cardKinds)],
    name: ['Name', zLine(cardNameLength)],
    nameOnCard: ['NameOnCard', zNameOnCard],
    design: ['Design', z.enum(cardDesigns).default('ink')],
    /** Number of the euro account that pays the fee. */
    feeAccount: ['AccountFrom', zPlain.min(1).max(40)],
    /** For a company: the member who gets it; by default the caller. */
    holderId: ['HolderId', zId.optional()],
    /** For a plastic card. */
    address: ['DeliveryAddress', zCardAddress.optional()],
    limits: ['Limits', zCardLimits.optional()],
    isSingleUse: ['IsSingleUse', z.boolean().default(false)],
    validUntil: ['ValidUntil', zDate.optional()],
    /** The accepted version of the card terms; may be omitted once it is accepted. */
    termsVersion: ['TermsVersion', z.string().max(10).optional()],
  }),
  response: zCardDetails,
  status: 201,
});
export type CardOrder = z.output<(typeof issueCard)['body']>;

export const getCard = endpoint({
  ...seeingCards,
  id: 'getCard',
  method: 'GET',
  path: '/cards/{id}',
  summary: 'Read a card with its controls, usage and delivery',
  params: zIdParam,
  response: zCardDetails,
});

export const renameCard = endpoint({
  ...changingCards,
  presence: 'required',
  id: 'renameCard',
  method: 'PUT',
  path: '/cards/{id}',
  summary: 'Rename a card or change its design on the screens',
  params: zIdParam,
  body: wire({
    name: ['Name', zLine(cardNameLength)],
    design: ['Design', z.enum(cardDesigns).optional()],
    /** The values shown on the screen: if name or design have changed since, the change is refused (`card_changed`). */
    before: [
      'Before',
      wire({ name: ['Name', zSeenText], design: ['Design', z.enum(cardDesigns)] }).optional(),
    ],
  }),
  response: zCardDetails,
});
export type CardRename = z.output<(typeof renameCard)['body']>;

export const changeCardControls = endpoint({
  ...changingCards,
  presence: 'required',
  id: 'changeCardControls',
  method: 'PUT',
  path: '/cards/controls/{id}',
  summary:
    'Change the limits of a card and what it may be used for; whatever allows more needs a code and, if the company’s policy requires it, first waits for approval (202)',
  twoFactor: 'maybe',
  approval: true,
  params: zIdParam,
  body: zCardControlsInput,
  response: zCardDetails,
});

const zNewStatus = wire({ status: ['Status', z.enum(cardStatuses)] });

export const blockCard = endpoint({
  ...changingCards,
  presence: 'open',
  id: 'blockCard',
  method: 'PUT',
  path: '/cards/block/{id}',
  summary: 'Block a card: it declines payments until it is unblocked',
  params: zIdParam,
  response: zNewStatus,
});

export const unblockCard = endpoint({
  ...changingCards,
  id: 'unblockCard',
  method: 'PUT',
  path: '/cards/unblock/{id}',
  summary: 'Unblock a card that a person blocked',
  twoFactor: 'always',
  params: zIdParam,
  response: zNewStatus,
});

export const activateCard = endpoint({
  ...changingCards,
  presence: 'required',
  id: 'activateCard',
  method: 'PUT',
  path: '/cards/activate/{id}',
  summary: 'Activate a plastic card by the last four digits that are printed on it; its holder only',
  params: zIdParam,
  body: wire({ lastFour: ['LastFour', z.string().regex(/^\d{4}$/)] }),
  response: zNewStatus,
});

export const closeCard = endpoint({
  ...changingCards,
  id: 'closeCard',
  method: 'POST',
  path: '/cards/close/{id}',
  summary: 'Close a card for good; its balance goes to an account in the same currency',
  twoFactor: 'always',
  money: 'own',
  idempotent: true,
  params: zIdParam,
  body: wire({ account: ['LedgerAccountNumber', zPlain.min(1).max(40).optional()] }),
  response: zNewStatus,
});

export const replaceCard = endpoint({
  ...changingCards,
  id: 'replaceCard',
  method: 'POST',
  path: '/cards/replace/{id}',
  summary: 'Replace a lost, stolen, damaged or expiring card: the new one takes its money, name and controls',
  twoFactor: 'always',
  money: 'own',
  idempotent: true,
  params: zIdParam,
  body: wire({
    reason: ['Reason', z.enum(['lost', 'stolen', 'damaged', 'renewal'])],
    /** For a plastic card: where the new one is sent; by default the old address. */
    address: ['DeliveryAddress', zCardAddress.optional()],
  }),
  response: zCardDetails,
  status: 201,
});
