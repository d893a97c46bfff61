/** The activity log of a profile: who did what, when and from where. Owns no data: it reads the audit record and the orders. */
import { exportActivity, listActivity } from '@calmly/contract';
import type { ActivityTexts } from '@calmly/platform/activity.ts';
import type { Module } from '@calmly/platform/module.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import { exportEntries, listEntries } from './entries.ts';
import { exportTexts } from './export-texts.ts';
import { sentencesOf } from './sentences.ts';

/** `texts`: what each module says about the actions that it records. */
export function createActivityModule(texts: readonly ActivityTexts[]): Module {
  const sentences = sentencesOf(texts);
  return {
    name: 'activity',
    routes(router) {
      router.read(listActivity, (work, { query }) =>
        listEntries(
          { sql: work.sql, sentences },
          requireClientActor(work),
          work.request?.locale ?? 'en',
          query,
        ),
      );
      router.read(exportActivity, async (work, { query }) => ({
        fileName: exportTexts[query.locale].fileName,
        content: await exportEntries({ sql: work.sql, sentences }, requireClientActor(work), query),
      }));
    },
  };
}
