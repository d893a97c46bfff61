import type { messages as english } from '../../en/money/paying.ts';
import type { Translated } from '../../translated.ts';
import { getPaid } from './get-paid.ts';

export const messages: Translated<typeof english> = { getPaid };
