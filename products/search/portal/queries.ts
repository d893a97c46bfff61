/** The calls of the palette. What is found is asked for again when the palette opens again. */
import { blockCard, search } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';

/** Groups in the order of the bank; asks nothing for empty text. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => (await bank.call(search, { query: { q: text } }, { signal })).Groups,
    enabled: text !== '',
    gcTime: 0,
  });

/** `onBlocked` is called although the palette has closed. */
export const blockMutation = (onBlocked: (name: string) => void) =>
  mutationOptions({
    mutationFn: ({ id }: { id: string; name: string }) => bank.call(blockCard, { params: { id } }),
    onSuccess: (_answer, { name }, _context, { client }) => {
      onBlocked(name);
      return client.invalidateQueries({ queryKey: ['cards'] });
    },
  });
