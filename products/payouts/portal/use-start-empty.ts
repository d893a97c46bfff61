/** Creates a payout without a file and opens it, optionally with pasted rows. */
import {
  changePayoutRows,
  createPayout,
  deletePayout,
  type PayoutRow,
  payoutRowsAtOnce,
} from '@calmly/contract';
import { bank, newIdempotencyKey } from '@calmly/portal-kit/session/bank.ts';
import { isRefusal } from '@calmly/portal-kit/session/outcome.ts';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useNavigateUnlessLeft } from '@calmly/portal-kit/shared/navigation/navigate-unless-left.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { takeIn } from './queries.ts';

type Cells = PayoutRow['cells'];

/** Rows are sent in parts, in order. A failure is shown, and the created payout is deleted, so the next attempt starts afresh. */
export function useStartEmpty({ confidential = false }: { readonly confidential?: boolean } = {}) {
  const client = useQueryClient();
  const navigate = useNavigateUnlessLeft();
  const key = useRef(newIdempotencyKey());
  const starting = useMutation({
    mutationFn: async (rows: readonly Cells[]) => {
      const begun = await bank
        .call(createPayout, { body: { confidential } }, { idempotencyKey: key.current })
        .catch((error) => {
          if (isRefusal(error)) key.current = newIdempotencyKey();
          throw error;
        });
      key.current = newIdempotencyKey();
      try {
        for (let at = 0; at < rows.length; at += payoutRowsAtOnce) {
          const added = rows.slice(at, at + payoutRowsAtOnce).map((cells) => ({ cells }));
          const body = { changed: [], added, removed: [] };
          await bank.call(changePayoutRows, { params: { id: begun.id }, body });
        }
      } catch (error) {
        await bank.call(deletePayout, { params: { id: begun.id } }).catch(() => undefined);
        throw error;
      }
      return begun;
    },
    onSuccess: (payout) => takeIn(client, payout),
  });
  const start = (rows: readonly Cells[] = []) => {
    if (starting.isPending) return;
    starting.mutate(rows, {
      onSuccess: ({ id }) => void navigate({ to: '/payments/payouts/$id', params: { id } }),
      onError: showFailure,
    });
  };
  return { start, isPending: starting.isPending, rows: starting.variables?.length ?? 0 };
}
