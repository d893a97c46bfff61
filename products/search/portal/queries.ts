/** The calls of the palette. Results are requested again when the palette reopens. */
import { blockCard, search } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';

/** Groups in the bank's order; does nothing for empty text. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => (await bank.call(search, { query: { q: text } }, { signal })).Groups,
    enabled: text !== '',
    gcTime: 0,
  });

/** `onBlocked` is called even after the palette has closed. */
export const blockMutation = (onBlocked: (name: string) => void) =>
  mutationOptions({
    mutationFn: ({ id }: { id: string; name: string }) => bank.call(blockCard, { params: { id } }),
    onSuccess: (_answer, { name }, _context, { client }) => {
      onBlocked(name);
      return client.invalidateQueries({ queryKey: ['cards'] });
    },
  });
