/** What the sandbox's desk says: loaded with it. */
import { sandboxDesk } from './sandbox-desk.ts';

export const messages = { sandboxDesk } as const;
