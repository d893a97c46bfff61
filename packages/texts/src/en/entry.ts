/** Texts of the sign-in page and the interface parts, shipped with the app. */
import { common } from './common.ts';
import { shell } from './shell.ts';

export const messages = { ...common, shell } as const;
