/**
 * Cards: payment cards with money of their own. Owns the schema `cards`. What a card has and what is held of it is the ledger's, under the
 * card's account. Source: specification section 3 (Card); server page section 10.
 */
export { cardHoldsTask } from './authorizations/expiry.ts';
export { type CardPaymentsModule, createCardPayments } from './authorizations/module.ts';
export { listPayable, listPurchases, type PayableCard } from './authorizations/of-all-clients.ts';
export { maskedNumber } from './authorizations/row.ts';
export { heldMinor, statusOf } from './authorizations/state.ts';
export { findAuthorization, type StoredAuthorization } from './authorizations/store.ts';
