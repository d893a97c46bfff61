import type { Translated } from '@calmly/texts/translated.ts';
import type { messages as english } from '../en/paying.ts';
import { getPaid } from './get-paid.ts';

export const messages: Translated<typeof english> = { getPaid };
