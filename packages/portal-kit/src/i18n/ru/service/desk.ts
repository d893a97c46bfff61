import type { messages as english } from '../../en/service/desk.ts';
import type { Translated } from '../../translated.ts';
import { cardPayments } from '../cards/card-payments.ts';
import { sandboxDesk } from './sandbox-desk.ts';

export const messages: Translated<typeof english> = { sandboxDesk, cardPayments };
