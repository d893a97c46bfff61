import type { Translated } from '@calmly/texts/translated.ts';
import type { messages as english } from '../en/connecting.ts';
import { connections } from './connections.ts';

export const messages: Translated<typeof english> = { connections };
