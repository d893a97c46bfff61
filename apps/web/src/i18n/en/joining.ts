/** What the screens between registration and an active client say: loaded with the first of them. */
import { onboarding } from './onboarding.ts';
import { terms } from './terms.ts';
import { verification } from './verification.ts';

export const messages = { onboarding, terms, verification } as const;
