import type { Translated } from '@calmly/texts/translated.ts';
import type { messages as english } from '../en/joining.ts';
import { invitation } from './invitation.ts';
import { onboarding } from './onboarding.ts';
import { rights } from './rights.ts';
import { terms } from './terms.ts';
import { verification } from './verification.ts';

export const messages: Translated<typeof english> = { invitation, onboarding, rights, terms, verification };
