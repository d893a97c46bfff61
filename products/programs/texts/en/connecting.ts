/** Texts of the `/oauth` pages, loaded with the first of them. */
import { connections } from './connections.ts';

export const messages = { connections } as const;
