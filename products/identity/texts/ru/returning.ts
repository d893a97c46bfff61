import type { Translated } from '@calmly/texts/translated.ts';
import { onboarding } from '../../../clients/texts/ru/onboarding.ts';
import type { messages as english } from '../en/returning.ts';
import { access } from './access.ts';

export const messages: Translated<typeof english> = { access, onboarding };
