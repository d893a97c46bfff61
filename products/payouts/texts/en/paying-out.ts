/** Texts of payouts, loaded with them. */
import { payoutEditing } from './payout-editing.ts';
import { payoutWords } from './payout-words.ts';
import { payouts } from './payouts.ts';

export const messages = { payouts, payoutEditing, payoutWords } as const;
