/** What the public page says on which somebody sees how to pay: loaded with it. */
import { getPaid } from './get-paid.ts';

export const messages = { getPaid } as const;
