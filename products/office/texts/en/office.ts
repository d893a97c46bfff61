/** Texts of the office of the bank's own people. */
import { officeActs } from './office-acts.ts';
import { officeInbox } from './office-inbox.ts';
import { officeShell } from './office-shell.ts';

export const messages = {
  office: {
    ...officeShell,
    ...officeInbox,
    ...officeActs,
  },
} as const;
