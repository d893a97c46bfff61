import type { Translated } from '@calmly/texts/translated.ts';
import type { messages as english } from '../en/paying-out.ts';
import { payoutEditing } from './payout-editing.ts';
import { payoutWords } from './payout-words.ts';
import { payouts } from './payouts.ts';

export const messages: Translated<typeof english> = { payouts, payoutEditing, payoutWords };
