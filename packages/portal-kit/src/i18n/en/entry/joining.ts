/** Texts of the screens between registration and an active client, loaded with the first of them. */

import { rights } from '../people/rights.ts';
import { invitation } from './invitation.ts';
import { onboarding } from './onboarding.ts';
import { terms } from './terms.ts';
import { verification } from './verification.ts';

export const messages = { invitation, onboarding, rights, terms, verification } as const;
