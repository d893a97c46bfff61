/** What the payment that one is writing would come to. Under `payments`, so that a hint of a change asks again. */
import { type PreviewInput, previewPayment, problemFrom } from '@calmly/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bank } from '../../../session/bank.ts';

export const previewQuery = (sketch: PreviewInput | undefined) =>
  queryOptions({
    queryKey: ['payments', 'preview', sketch],
    queryFn: async ({ signal }) => {
      if (!sketch) throw new Error('there is nothing to ask about yet');
      const { preview, refusal } = await bank.call(previewPayment, { body: sketch }, { signal });
      const problem = refusal ? problemFrom(refusal.status, refusal, previewPayment.body) : undefined;
      return { preview: preview ?? undefined, problem };
    },
    enabled: sketch !== undefined,
    placeholderData: keepPreviousData,
  });
