/** The activity log of a profile: who did what, when and from where. Owns no data: it reads the audit record and the orders. */
import { exportActivity, listActivity } from '@calmly/contract';
import type { Module } from '@calmly/platform/module.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import { exportEntries, listEntries } from './entries.ts';
import { exportTexts } from './export-texts.ts';

export const activityModule: Module = {
  name: 'activity',
  routes(router) {
    router.read(listActivity, (work, { query }) =>
      listEntries(work.sql, requireClientActor(work), work.request?.locale ?? 'en', query),
    );
    router.read(exportActivity, async (work, { query }) => ({
      fileName: exportTexts[query.locale].fileName,
      content: await exportEntries(work.sql, requireClientActor(work), query),
    }));
  },
};
