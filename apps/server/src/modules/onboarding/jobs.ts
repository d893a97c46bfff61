/** The job that deletes a draft whose address was not confirmed in time. Each registration adds its own. */
import type { SingleJobHandler } from '../../platform/jobs/jobs.ts';
import { type Draft, forgetDraft } from '../identity/index.ts';
import { deleteApplication } from './store.ts';

export const forgetTask = 'forget_draft';

export const onboardingJobs: Readonly<Record<string, SingleJobHandler>> = {
  [forgetTask]: async ({ sql }, payload) => {
    const draft = payload as Draft;
    if (await forgetDraft(sql, draft)) await deleteApplication(sql, draft.clientId);
  },
};
