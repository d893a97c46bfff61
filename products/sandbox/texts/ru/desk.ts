import type { Translated } from '@calmly/texts/translated.ts';
import { cardPayments } from '../../../cards/texts/ru/card-payments.ts';
import type { messages as english } from '../en/desk.ts';
import { sandboxDesk } from './sandbox-desk.ts';

export const messages: Translated<typeof english> = { sandboxDesk, cardPayments };
