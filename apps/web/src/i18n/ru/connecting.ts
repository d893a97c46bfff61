import type { messages as english } from '../en/connecting.ts';
import type { Translated } from '../translated.ts';
import { connections } from './connections.ts';

export const messages: Translated<typeof english> = { connections };
