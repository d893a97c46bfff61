import type { messages as english } from '../../en/entry/joining.ts';
import type { Translated } from '../../translated.ts';
import { rights } from '../people/rights.ts';
import { invitation } from './invitation.ts';
import { onboarding } from './onboarding.ts';
import { terms } from './terms.ts';
import { verification } from './verification.ts';

export const messages: Translated<typeof english> = { invitation, onboarding, rights, terms, verification };
