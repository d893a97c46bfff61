/** Texts of the sandbox desk, loaded with it. */
import { cardPayments } from '../cards/card-payments.ts';
import { sandboxDesk } from './sandbox-desk.ts';

export const messages = { sandboxDesk, cardPayments } as const;
