/** Texts of the screens between registration and an active client, loaded with the first of them. */

import { invitation } from './invitation.ts';
import { onboarding } from './onboarding.ts';
import { rights } from './rights.ts';
import { terms } from './terms.ts';
import { verification } from './verification.ts';

export const messages = { invitation, onboarding, rights, terms, verification } as const;
