import type { Translated } from '@calmly/texts/translated.ts';
import type { messages as english } from '../en/verifying.ts';
import { verify } from './verify.ts';

export const messages: Translated<typeof english> = { verify };
