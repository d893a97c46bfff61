/**
 * The job that deletes a draft whose address was not confirmed in time (each registration adds one), or a registration abandoned later (found by the
 * purge).
 */
import type { SingleJobHandler } from '@calmly/platform/jobs/jobs.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import type { Purge } from '@calmly/platform/jobs/purge.ts';
import { type Draft, forgetDraft, listAbandoned } from '../../../identity/server/index.ts';
import { deleteApplication } from './store.ts';

export const forgetTask = 'forget_draft';

export const onboardingJobs: Readonly<Record<string, SingleJobHandler>> = {
  [forgetTask]: async ({ sql }, payload) => {
    const draft = payload as Draft;
    if (await forgetDraft(sql, draft)) await deleteApplication(sql, draft.clientId);
  },
};

/** Each is deleted in its own transaction by its job; a run's remainder is found the next night. */
export const abandonedPurge: Purge = {
  name: 'onboarding.application',
  async deleteSome(sql, limit) {
    const drafts = await listAbandoned(sql, limit);
    await addJobs(
      sql,
      drafts.map((draft) => ({ task: forgetTask, payload: draft, key: `${forgetTask}:${draft.clientId}` })),
    );
    return 0;
  },
};
