/**
 * Named views of the list: a filter under a name, one of them the first to be seen. They are a person's own in one profile: what one
 * keeps of a company's payments the others do not see.
 *
 * Errors: `not_found` (another person's too), `too_many_views`, `name_taken`.
 */
import {
  type EndpointInput,
  type SavedView,
  savedViewsMax,
  type saveView as saveEndpoint,
} from '@calmly/contract';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import { clearDefault, listViews, lockViews, writeView } from './saved-views-store.ts';

type ViewInput = EndpointInput<typeof saveEndpoint>['body'];

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Keeps a view; one of the same name is replaced by it. */
export async function saveView(work: Work, input: ViewInput): Promise<SavedView> {
  const keeper = requireClientActor(work);
  await lockViews(work.sql, keeper);
  const views = await listViews(work.sql, keeper);
  const replaced = views.find(({ name }) => sameName(name, input.name));
  if (!replaced && views.length >= savedViewsMax)
    throw new Problem('too_many_views', { params: { max: savedViewsMax } });
  return write(work, { id: replaced?.id ?? work.newId(), ...input });
}

/** Changes the view of this id. */
export async function changeView(work: Work, id: string, input: ViewInput): Promise<SavedView> {
  const keeper = requireClientActor(work);
  await lockViews(work.sql, keeper);
  const views = await listViews(work.sql, keeper);
  if (!views.some((view) => view.id === id)) throw new Problem('not_found');
  if (views.some((view) => view.id !== id && sameName(view.name, input.name)))
    throw badFields({ field: 'name', code: 'name_taken' });
  return write(work, { id, ...input });
}

async function write(work: Work, view: SavedView): Promise<SavedView> {
  const keeper = requireClientActor(work);
  if (view.isDefault) await clearDefault(work.sql, keeper);
  await writeView(work.sql, keeper, view);
  return view;
}
