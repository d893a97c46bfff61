/** Texts of the pages for clients who are not signed in, loaded with the first of them. */

import { onboarding } from '../../../clients/texts/en/onboarding.ts';
import { access } from './access.ts';

export const messages = { access, onboarding } as const;
