/** Texts of the sandbox desk, loaded with it. */
import { cardPayments } from '../../../cards/texts/en/card-payments.ts';
import { sandboxDesk } from './sandbox-desk.ts';

export const messages = { sandboxDesk, cardPayments } as const;
