/** Texts of the public payment page, loaded with it. */
import { getPaid } from './get-paid.ts';

export const messages = { getPaid } as const;
