/** What the payment that one is writing would come to. Under `payments`, so that a hint of a change asks again. */
import { ApiProblem, type PreviewInput, previewPayment } from '@calmly/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bank } from '../../../session/bank.ts';

export const previewQuery = (sketch: PreviewInput | undefined) =>
  queryOptions({
    queryKey: ['payments', 'preview', sketch],
    queryFn: ({ signal }) => {
      if (!sketch) throw new Error('there is nothing to ask about yet');
      return bank.call(previewPayment, { body: sketch }, { signal });
    },
    enabled: sketch !== undefined,
    placeholderData: keepPreviousData,
    // A refusal is an answer: asking again gives the same.
    retry: (failures, error) => !(error instanceof ApiProblem) && failures < 2,
  });
