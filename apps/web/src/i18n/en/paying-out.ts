/** Texts of payouts, loaded with them. */
import { payoutWords } from './payout-words.ts';
import { payouts } from './payouts.ts';

export const messages = { payouts, payoutWords } as const;
