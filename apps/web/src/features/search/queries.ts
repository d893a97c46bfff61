/** The calls of the palette. What is found is asked for again when the palette opens again. */
import { blockCard, search } from '@calmly/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { bank } from '../../session/bank.ts';

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => (await bank.call(search, { query: { q: text } }, { signal })).Groups,
    enabled: text !== '',
    gcTime: 0,
  });

export const blockMutation = mutationOptions({
  mutationFn: (id: string) => bank.call(blockCard, { params: { id } }),
  onSuccess: (_answer, _id, _context, { client }) => client.invalidateQueries({ queryKey: ['cards'] }),
});
