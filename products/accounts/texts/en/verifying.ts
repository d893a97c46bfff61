/** Texts of the public page that checks documents, loaded with it. */
import { verify } from './verify.ts';

export const messages = { verify } as const;
