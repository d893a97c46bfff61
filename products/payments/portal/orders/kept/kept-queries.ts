/** All calls about drafts and templates. Topic: `orders`. */
import {
  changeKeptForm,
  deleteKeptForm,
  getKeptForm,
  type KeptFormInput,
  keepForm,
  listKeptForms,
  newIdempotencyKey,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';

export const keptFormsQuery = queryOptions({
  queryKey: ['orders', 'kept'],
  queryFn: async ({ signal }) =>
    (await bank.call(listKeptForms, { query: { limit: 200 } }, { signal })).Items,
});

/** Not cached: a form must begin with what is kept now. */
export const keptFormQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'kept', id],
    queryFn: ({ signal }) => bank.call(getKeptForm, { params: { id } }, { signal }),
    gcTime: 0,
  });

/** A new one, or over the one of this id, unless it has been changed since this version. */
export const keepFormMutation = mutationOptions({
  mutationKey: ['orders', 'keep'],
  mutationFn: ({
    id,
    version,
    ...body
  }: KeptFormInput & { readonly id?: string | undefined; readonly version?: string | undefined }) =>
    id
      ? bank.call(changeKeptForm, { params: { id }, body: { ...body, version } })
      : bank.call(keepForm, { body }, { idempotencyKey: newIdempotencyKey() }),
  // Also after a refusal, so that the form shows the stored values.
  onSettled: (_kept, _problem, _body, _context, { client }) =>
    client.invalidateQueries({ queryKey: ['orders', 'kept'] }),
});

export const deleteKeptMutation = mutationOptions({
  mutationKey: ['orders', 'forget'],
  mutationFn: (id: string) => bank.call(deleteKeptForm, { params: { id } }),
  onSettled: (_done, _problem, _id, _context, { client }) =>
    client.invalidateQueries({ queryKey: ['orders', 'kept'] }),
});
