import type { Translated } from '@calmly/texts/translated.ts';
import type { messages as english } from '../en/office.ts';
import { officeActs } from './office-acts.ts';
import { officeInbox } from './office-inbox.ts';
import { officeShell } from './office-shell.ts';

export const messages: Translated<typeof english> = {
  office: {
    ...officeShell,
    ...officeInbox,
    ...officeActs,
  },
};
