/** The call that hides a payout's rows, or shows them. */
import { setPayoutConfidential } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { mutationOptions } from '@tanstack/react-query';
import { payoutQuery, takeIn } from './queries.ts';
import { savedVersion } from './saving.ts';

/** Waits until typed rows are saved. `version` is used only if the payout is not cached. */
export const confidentialMutation = (id: string, version: number) =>
  mutationOptions({
    mutationKey: ['payouts', 'confidential', id],
    mutationFn: async (confidential: boolean, { client }) =>
      bank.call(setPayoutConfidential, {
        params: { id },
        body: { version: await savedVersion(client, { id, version }), confidential },
      }),
    onSuccess: (payout, _sent, _context, { client }) => takeIn(client, payout),
    onError: (_problem, _sent, _context, { client }) =>
      client.invalidateQueries({ queryKey: payoutQuery(id).queryKey }),
  });
