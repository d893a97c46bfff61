/** Prices of payment cards, in EUR. Source: specification section 9. */

/** Issuing a virtual card, once; a decimal amount. */
export const virtualCardFee = { individual: '5.00', company: '10.00' } as const;

/** Percent of each top-up from an account to a card. */
export const cardTopUpPercent = '1.5';
