import type { messages as english } from '../../en/payouts/paying-out.ts';
import type { Translated } from '../../translated.ts';
import { payoutEditing } from './payout-editing.ts';
import { payoutWords } from './payout-words.ts';
import { payouts } from './payouts.ts';

export const messages: Translated<typeof english> = { payouts, payoutEditing, payoutWords };
