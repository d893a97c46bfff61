import type { messages as english } from '../en/entry.ts';
import type { Translated } from '../translated.ts';
import { common } from './common.ts';
import { shell } from './shell.ts';

export const messages: Translated<typeof english> = { ...common, shell };
