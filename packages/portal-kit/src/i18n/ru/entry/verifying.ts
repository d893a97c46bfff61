import type { messages as english } from '../../en/entry/verifying.ts';
import type { Translated } from '../../translated.ts';
import { verify } from './verify.ts';

export const messages: Translated<typeof english> = { verify };
