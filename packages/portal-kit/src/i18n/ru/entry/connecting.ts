import type { messages as english } from '../../en/entry/connecting.ts';
import type { Translated } from '../../translated.ts';
import { connections } from '../people/connections.ts';

export const messages: Translated<typeof english> = { connections };
