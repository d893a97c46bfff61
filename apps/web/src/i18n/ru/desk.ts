import type { messages as english } from '../en/desk.ts';
import type { Translated } from '../translated.ts';
import { cardPayments } from './card-payments.ts';
import { sandboxDesk } from './sandbox-desk.ts';

export const messages: Translated<typeof english> = { sandboxDesk, cardPayments };
