/** What the sign-in page and the parts of the interface say: shipped with the app. */
import { common } from './common.ts';
import { shell } from './shell.ts';

export const messages = { ...common, shell } as const;
