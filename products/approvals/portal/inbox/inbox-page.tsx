/**
 * `/inbox`: everything that needs this person's attention over all companies and the own profile, their own requests, and reviewed
 * requests. View and open approval are in the URL, so that back closes the drawer and a link opens the same. A wide page shows the first
 * one beside the list until another is selected.
 */

import { type Approval, type InboxView, inboxViews } from '@calmly/contract';
import { useSearchChange } from '@calmly/portal-kit/shared/navigation/use-search-change.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { countText } from '@calmly/ui/facts/count-text.ts';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { useDrawerKeys } from '@calmly/ui/layers/use-drawer-keys.ts';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { ListShape } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupByClient } from '../model/groups.ts';
import { inboxCountQuery, inboxQuery, reviewQuery } from '../queries.ts';
import { ApprovalDrawer } from './approval-drawer.tsx';
import { ApprovalGroupList } from './approval-group.tsx';
import classes from './inbox.module.css';
import { RefusedDialog } from './refused-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useDecisions } from './use-decisions.ts';

interface InboxPageProps {
  view: InboxView;
  openId: string | undefined;
}

export function InboxPage({ view, openId }: InboxPageProps) {
  const t = useTranslations('approvals');
  const list = useInfiniteQuery(inboxQuery(view));
  const counts = useQuery(inboxCountQuery).data;
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const groups = groupByClient(list.data ?? []);
  // In display order, which the drawer and the keyboard follow.
  const approvals = groups.flatMap((group) => group.approvals);
  // Requests decided meanwhile, here or by others, are no longer selected.
  const chosen = approvals.filter(({ id, canDecide }) => canDecide && chosenIds.has(id));

  const outdatedIds = useOutdated(approvals);

  const changeSearch = useSearchChange();
  // Opening adds a history entry, so that back closes it; stepping to the next and closing do not.
  const open = (id: string, replace = openId !== undefined) =>
    changeSearch((now) => ({ ...now, approval: id }), { replace });
  const close = () => changeSearch((now) => ({ view: now.view }));

  const clear = () => setChosenIds(new Set());
  const decisions = useDecisions(() => {
    moveOn(({ id }) => !chosenIds.has(id));
    clear();
  });

  const wide = useMedia(breakpoints.wide);
  // A wide page always shows one beside the list. It stays until this person decides or opens another: a request that arrives above it, or a
  // colleague's decision, must not put another one under the pointer.
  const [pinned, setPinned] = useState<{ readonly view: InboxView; readonly id: string }>();
  const pinnedId = pinned?.view === view ? pinned.id : undefined;
  const besideId = pinnedId ?? approvals[0]?.id;
  if (wide && besideId !== undefined && besideId !== pinnedId) setPinned({ view, id: besideId });
  const shownId = openId ?? (wide ? besideId : undefined);
  const moveOn = (isLeft: (approval: Approval) => boolean) => {
    const next = approvals.find(isLeft);
    setPinned(next && { view, id: next.id });
  };
  useDrawerKeys(list.data && approvals, openId, close);
  const at = approvals.findIndex(({ id }) => id === shownId);
  const walkTo = (to: Approval | undefined) => to && (() => open(to.id, true));
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosenIds((before) => {
      const next = new Set(before);
      for (const id of ids) isChosen ? next.add(id) : next.delete(id);
      return next;
    });

  return (
    <div className={classes.columns} data-detail={wide && shownId ? '' : undefined}>
      <Stack gap="page" shrink>
        <Inline wrap gap={24} rowGap={8} align="center" justify="between">
          <Segments
            label={t('views.label')}
            value={view}
            options={inboxViews.map((value) => ({
              value,
              label: labelOf(t(`views.${value}`), countOf(value, counts)),
            }))}
            onChange={(next) => changeSearch(() => ({ view: next === inboxViews[0] ? undefined : next }))}
          />
          <Text size={13} tone="soft">
            {t('rule')}
          </Text>
        </Inline>
        {list.isError && !list.data && (
          <ErrorState title={t('list.failed')} error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.isPending && <ListShape rows={4} />}
        {list.data?.length === 0 && (
          <EmptyState
            drawing={<Drawing name="list" />}
            title={t(`list.${view}.title`)}
            text={t(`list.${view}.text`)}
            help="approvalsEmpty"
          />
        )}
        {groups.map((group) => (
          <ApprovalGroupList
            key={group.clientId}
            group={group}
            view={view}
            openId={shownId}
            chosenIds={chosenIds}
            outdatedIds={outdatedIds}
            onChoose={choose}
            onOpen={open}
          />
        ))}
        {list.hasNextPage && (
          <Inline justify="center">
            <Button size="s" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('list.more')}
            </Button>
          </Inline>
        )}
        {chosen.length > 0 && (
          <SelectionBar chosen={chosen} outdatedIds={outdatedIds} decisions={decisions} onClear={clear} />
        )}
        {decisions.refusals.length > 0 && (
          <RefusedDialog refusals={decisions.refusals} onClose={decisions.forgetRefusals} />
        )}
      </Stack>
      {shownId && (
        <ApprovalDrawer
          key={shownId}
          id={shownId}
          docked={wide}
          listed={approvals[at]}
          onDecided={() => moveOn(({ id }) => id !== shownId)}
          onClose={close}
          onPrevious={walkTo(approvals[at - 1])}
          onNext={walkTo(at < 0 ? undefined : approvals[at + 1])}
        />
      )}
    </div>
  );
}

const labelOf = (name: string, count: number) => (count > 0 ? `${name} ${countText(count)}` : name);

const countOf = (view: InboxView, counts: { waiting: number; requested: number } | undefined) =>
  (view === 'WAITING' ? counts?.waiting : view === 'REQUESTED' ? counts?.requested : undefined) ?? 0;

/**
 * Ids of the payouts in the list that can only be rejected, because a payee has changed since the request and the bank would refuse the last
 * approval. Loads each payout that this person may decide on.
 */
function useOutdated(approvals: readonly Approval[]): ReadonlySet<string> {
  const payouts = approvals.filter(({ kind, canDecide }) => kind === 'payout' && canDecide);
  const outdated = useQueries({
    queries: payouts.map((approval) => reviewQuery(approval)),
    combine: (reviews) => reviews.map(({ data }) => data?.isOutdated === true),
  });
  return new Set(payouts.flatMap(({ id }, place) => (outdated[place] ? [id] : [])));
}
