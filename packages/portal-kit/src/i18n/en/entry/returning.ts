/** Texts of the pages for clients who are not signed in, loaded with the first of them. */
import { access } from './access.ts';
import { onboarding } from './onboarding.ts';

export const messages = { access, onboarding } as const;
