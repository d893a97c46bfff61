/** Texts of the sandbox desk, loaded with it. */
import { sandboxDesk } from './sandbox-desk.ts';

export const messages = { sandboxDesk } as const;
