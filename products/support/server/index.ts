/**
 * Support: conversations of clients with the bank, and the staff's side of them. Owns the schema `support`; files are the documents module's. Staff
 * answer through `npm run ops`. Reasons: products/support/README.md.
 */
import type { Module } from '@calmly/platform/module.ts';
import type { Documents } from '../../accounts/server/documents/index.ts';
import { activity } from './activity.ts';
import { supportQueue } from './desk.ts';
import { supportRoutes } from './routes.ts';

export {
  type AnswerFile,
  answerConversation,
  assignConversation,
  endConversation,
  keepAnswerFile,
  listWaitingConversations,
} from './desk.ts';

/** The queue at the desk lists conversations that wait for an answer. */
export const createSupportModule = ({ documents }: { readonly documents: Documents }): Module => ({
  name: 'support',
  activity,
  routes: (router) => supportRoutes(router, documents),
  desk: [supportQueue],
});
