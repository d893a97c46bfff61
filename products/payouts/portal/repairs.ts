/** The calls that correct many rows at once, undo that, and save the payees of new accounts. */
import {
  ApiProblem,
  cancelRepair,
  type EndpointInput,
  isSentForApproval,
  listPayoutPayees,
  repairPayout,
  savePayoutPayees,
  undoRepair,
} from '@calmly/contract';
import { bank, newIdempotencyKey } from '@calmly/portal-kit/session/bank.ts';
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { payoutQuery, takeIn } from './queries.ts';
import { savedVersion } from './saving.ts';

export type Repair = Omit<EndpointInput<typeof repairPayout>['body'], 'version' | 'preview'>;

/** The changes that a repair would make. */
export const repairPreviewQuery = (id: string, version: number, repair: Repair | undefined) =>
  queryOptions({
    queryKey: ['payout-repair', id, version, repair],
    queryFn: async ({ client, signal }) =>
      bank.call(
        repairPayout,
        {
          params: { id },
          body: {
            repair: 'suggestions',
            overwrite: false,
            ...repair,
            version: await savedVersion(client, { id, version }),
            preview: true,
          },
        },
        { signal },
      ),
    enabled: repair !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    // A preview changes nothing, so it may be repeated while the rows are being checked.
    retry: (failures, error) => failures < 3 && error instanceof ApiProblem && error.status === 503,
  });

/** Based on `version`: refused if rows have changed since. */
export const repairMutation = (id: string, version: number) =>
  mutationOptions({
    mutationKey: ['payouts', 'repair', id],
    mutationFn: (repair: Repair) =>
      bank.call(repairPayout, { params: { id }, body: { ...repair, version, preview: false } }),
    onSuccess: ({ payout }, _sent, _context, { client }) => takeIn(client, payout),
    onError: (_problem, _sent, _context, { client }) =>
      client.invalidateQueries({ queryKey: payoutQuery(id).queryKey }),
  });

/** Stops a running repair. */
export const stopRepairMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['payouts', 'repair', id],
    mutationFn: () => bank.call(cancelRepair, { params: { id } }),
    onSuccess: (payout, _sent, _context, { client }) => takeIn(client, payout),
    onError: (_problem, _sent, _context, { client }) =>
      client.invalidateQueries({ queryKey: payoutQuery(id).queryKey }),
  });

/** Waits until typed rows are saved. */
export const undoRepairMutation = (id: string, version: number) =>
  mutationOptions({
    mutationKey: ['payouts', 'repair', id],
    mutationFn: async (repairId: string, { client }) =>
      bank.call(undoRepair, {
        params: { id },
        body: { version: await savedVersion(client, { id, version }), repairId },
      }),
    onSuccess: (payout, _sent, _context, { client }) => takeIn(client, payout),
    onError: (_problem, _sent, _context, { client }) =>
      client.invalidateQueries({ queryKey: payoutQuery(id).queryKey }),
  });

const payeesAtOnce = 100;

/** Accounts that are not saved payees yet; `seen` distinguishes states of the rows. */
export const newPayeesQuery = (id: string, seen: string) =>
  infiniteQueryOptions({
    queryKey: ['payout-payees', id, seen],
    queryFn: ({ pageParam, signal }) =>
      bank.call(
        listPayoutPayees,
        { params: { id }, query: { after: pageParam, limit: payeesAtOnce } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ payees }) => (payees.length < payeesAtOnce ? undefined : payees.at(-1)?.position),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

/** May be sent for approval; the payout is unchanged then. */
export const savePayeesMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['payouts', 'payees', id],
    mutationFn: (body: EndpointInput<typeof savePayoutPayees>['body']) =>
      bank.call(savePayoutPayees, { params: { id }, body }, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: async (answer, _sent, _context, { client }) => {
      if (!isSentForApproval(answer)) await takeIn(client, answer.payout);
      await client.invalidateQueries({ queryKey: ['payout-payees', id] });
    },
    onError: (_problem, _sent, _context, { client }) =>
      client.invalidateQueries({ queryKey: payoutQuery(id).queryKey }),
  });
