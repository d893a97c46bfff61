/** `/support`: the conversations with the bank, one of them or a new one in the drawer, and a link to the help centre. */
import type { Conversation, SupportSubject } from '@calmly/contract';
import { useSearchChange } from '@calmly/portal-kit/shared/navigation/use-search-change.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { useDrawerKeys } from '@calmly/ui/layers/use-drawer-keys.ts';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { type Column, DataTable } from '@calmly/ui/lists/data-table.tsx';
import { FilterBar } from '@calmly/ui/lists/filter-bar.tsx';
import { choiceFilter } from '@calmly/ui/lists/filters.tsx';
import { ListPage } from '@calmly/ui/lists/list-page.tsx';
import { NoMatches } from '@calmly/ui/lists/no-matches.tsx';
import { PlainCell, TwoLines } from '@calmly/ui/lists/table-cells.tsx';
import { useRowKeys } from '@calmly/ui/lists/use-row-keys.ts';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconBook2, IconMessage, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ConversationBadge } from './conversation-badge.tsx';
import { ConversationDrawer } from './conversation-drawer.tsx';
import { NewConversation } from './new-conversation.tsx';
import { conversationsQuery } from './queries.ts';
import classes from './support.module.css';

export interface SupportSearch {
  readonly conversation?: string | undefined;
  readonly state?: 'open' | 'closed' | undefined;
  /** A new conversation about this kind of subject; `general`: without a subject. */
  readonly ask?: SupportSubject | 'general' | undefined;
  readonly about?: string | undefined;
}

const states = ['open', 'closed'] as const;

export function SupportPage({ search }: { search: SupportSearch }) {
  const t = useTranslations('support');
  const changeSearch = useSearchChange();
  const { state, conversation: openId, ask, about } = search;
  const list = useInfiniteQuery(conversationsQuery(state));
  const conversations = list.data?.pages.flatMap((page) => page.Items);
  /** Opens the given conversation beside the list, or none. */
  const show = (next: SupportSearch, replace = false) =>
    changeSearch(({ state: chosen }) => ({ state: chosen, ...next }), { replace });
  const open = (id: string) => show({ conversation: id }, openId !== undefined);
  const close = () => show({}, true);
  useDrawerKeys(conversations, openId, close);
  const at = conversations?.findIndex(({ id }) => id === openId) ?? -1;
  const previous = at > 0 ? conversations?.[at - 1] : undefined;
  const next = at >= 0 ? conversations?.[at + 1] : undefined;
  useRowKeys({
    isOpen: openId !== undefined,
    previous: previous && (() => open(previous.id)),
    next: next && (() => open(next.id)),
  });
  const isOpen = openId !== undefined || ask !== undefined;
  const nothingYet = conversations?.length === 0 && state === undefined;
  const subject = ask && ask !== 'general' && about ? { kind: ask, id: about } : undefined;
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        phoneAction={!nothingYet && <AskLink label={t('new')} quiet={isOpen} iconOnly />}
      />
      {!nothingYet && (
        <FilterBar
          label={t('filters.label')}
          narrow={isOpen}
          filters={[
            choiceFilter({
              key: 'state',
              name: t('filters.state'),
              value: state && t(`filters.${state}`),
              choices: states.map((value) => ({ value, text: t(`filters.${value}`) })),
              chosen: state,
              onChoose: (chosen) => changeSearch((now) => ({ ...now, state: chosen })),
            }),
          ]}
          onClearAll={() => show({ state: undefined }, true)}
        >
          <HelpLink />
          <div className={classes.notOnPhone}>
            <AskLink label={t('new')} quiet={isOpen} />
          </div>
        </FilterBar>
      )}
      <DataTable<Conversation>
        label={t('title')}
        columns={useColumns()}
        rows={conversations}
        rowId={({ id }) => id}
        selectedId={openId}
        onOpen={({ id }) => open(id)}
        error={list.isError ? list.error : undefined}
        onRetry={() => void list.refetch()}
        empty={
          state ? (
            <NoMatches title={t('noneTitle')} onClear={() => show({ state: undefined })} />
          ) : (
            <EmptyState
              drawing={<Drawing name="text" />}
              title={t('emptyTitle')}
              text={t('emptyText')}
              action={
                <>
                  <HelpLink size="l" />
                  <AskLink label={t('new')} size="l" quiet={isOpen} />
                </>
              }
            />
          )
        }
        footnote={list.isFetchNextPageError ? t('moreFailed') : undefined}
        onShowMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        loadingMore={list.isFetchingNextPage}
      />
      {openId && (
        <ConversationDrawer
          id={openId}
          onClose={close}
          onPrevious={previous && (() => open(previous.id))}
          onNext={next && (() => open(next.id))}
        />
      )}
      {!openId && ask && (
        <NewConversation
          subject={subject}
          onClose={close}
          onStarted={(id) => show({ conversation: id }, true)}
        />
      )}
    </ListPage>
  );
}

/** `quiet`: the drawer has the one coral button. */
interface AskLinkProps {
  label: string;
  size?: 'm' | 'l';
  /** Whether a conversation is open beside the list. */
  quiet: boolean;
  iconOnly?: boolean;
}

function AskLink({ label, size = 'm', quiet, iconOnly = false }: AskLinkProps) {
  return (
    <ButtonLink
      to="/support"
      search={{ ask: 'general' }}
      variant={quiet ? 'outline' : 'accent'}
      size={size}
      icon={<IconPlus aria-hidden="true" />}
      {...(iconOnly ? { 'aria-label': label } : { children: label })}
    />
  );
}

function HelpLink({ size = 'm' }: { size?: 'm' | 'l' }) {
  const t = useTranslations('support');
  return (
    <ButtonLink to="/help" size={size} icon={<IconBook2 aria-hidden="true" />}>
      {t('help')}
    </ButtonLink>
  );
}

function useColumns(): readonly Column<Conversation>[] {
  const t = useTranslations('support');
  const format = useFormatter();
  return [
    {
      key: 'message',
      header: t('columns.message'),
      width: 'minmax(0, 3fr)',
      phone: 'main',
      cell: ({ preview, isFromBank, isUnread, subjectKind, writer }) => (
        <Inline
          as="span"
          gap={16}
          align="center"
          shrink
          className={classes.row}
          data-unread={isUnread || undefined}
        >
          <IconMessage aria-hidden="true" />
          <TwoLines
            first={isFromBank ? t('fromBank', { text: preview }) : preview}
            second={[subjectKind && t(`subject.kinds.${subjectKind}`), writer].filter(Boolean).join(', ')}
          />
          {isUnread && <span className="visually-hidden">{t('unread')}</span>}
        </Inline>
      ),
    },
    {
      key: 'status',
      badge: true,
      header: t('columns.status'),
      width: 'minmax(140px, 1fr)',
      phone: 'bottom',
      cell: ({ status }) => <ConversationBadge status={status} />,
    },
    {
      key: 'at',
      header: t('columns.at'),
      width: 'minmax(112px, 0.8fr)',
      align: 'end',
      phone: 'top',
      cell: ({ lastMessageAt }) => (
        <PlainCell>
          {format.dateTime(new Date(lastMessageAt), {
            day: 'numeric',
            month: 'short',
            hour: '2-digit',
            minute: '2-digit',
          })}
        </PlainCell>
      ),
    },
  ];
}
