/**
 * Documents: files that clients hand in, judged by their content and kept as the bank wrote them again. Owns the schema
 * `documents`.
 *
 * Another module links uploaded documents to a purpose of its own (`linkDocuments`), names them (`findDocuments`) and shows
 * them to the bank's staff (`requireContent`).
 */
import type { Module } from '../../platform/module.ts';
import { documentRoutes } from './routes.ts';
import { purgeTask, purgeUnused } from './service.ts';

export { linkDocuments, requireContent } from './service.ts';
export { type DocumentContent, findDocuments } from './store.ts';

export const documentsModule: Module = {
  name: 'documents',
  routes: documentRoutes,
  jobs: { [purgeTask]: purgeUnused },
};
