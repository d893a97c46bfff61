import type { messages as english } from '../../en/entry/returning.ts';
import type { Translated } from '../../translated.ts';
import { access } from './access.ts';
import { onboarding } from './onboarding.ts';

export const messages: Translated<typeof english> = { access, onboarding };
