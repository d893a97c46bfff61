/** One conversation in the drawer: its subject, messages, a field for a new message, and closing. It updates live and marks itself as read. */
import type { ConversationDetails, SupportMessage } from '@calmly/contract';
import { isNotFound } from '@calmly/portal-kit/session/not-found.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { FileList } from '@calmly/ui/facts/file-list.tsx';
import { SheetShape } from '@calmly/ui/facts/sheet.tsx';
import { SideDrawer } from '@calmly/ui/layers/side-drawer.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconFileOff, IconMessageCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Composer } from './composer.tsx';
import { ConversationBadge } from './conversation-badge.tsx';
import {
  closeMutation,
  conversationQuery,
  messagesQuery,
  readMutation,
  saveFileMutation,
  sendMutation,
} from './queries.ts';
import { SubjectCard } from './subject-card.tsx';
import classes from './support.module.css';

interface ConversationDrawerProps {
  id: string;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function ConversationDrawer({ id, ...drawer }: ConversationDrawerProps) {
  const t = useTranslations('support');
  const query = useQuery(conversationQuery(id));
  const close = useMutation(closeMutation(id));
  const conversation = query.data;
  const isMissing = isNotFound(query.error);
  return (
    <SideDrawer
      {...drawer}
      title={t('conversation')}
      footer={
        conversation &&
        conversation.status !== 'CLOSED' && (
          <Button
            icon={<IconMessageCheck aria-hidden="true" />}
            busy={close.isPending}
            onClick={() => close.mutate(undefined, { onSuccess: () => showSnackbar(t('closed')) })}
          >
            {t('close')}
          </Button>
        )
      }
    >
      {conversation && (
        <Grid gap={16}>
          <ProblemNotice error={close.error} />
          <Thread key={id} conversation={conversation} />
        </Grid>
      )}
      {!conversation && isMissing && (
        <EmptyState
          icon={<IconFileOff aria-hidden="true" />}
          title={t('missingTitle')}
          text={t('missingText')}
        />
      )}
      {!conversation && query.isError && !isMissing && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <SheetShape />}
    </SideDrawer>
  );
}

function Thread({ conversation }: { conversation: ConversationDetails }) {
  const t = useTranslations('support');
  const { id, subject, status, writer } = conversation;
  const list = useInfiniteQuery(messagesQuery(id));
  const messages = list.data?.pages.flatMap((page) => page.Items);
  useMarkRead(conversation, messages);
  return (
    <>
      <Inline wrap gap={16} rowGap={8} align="center">
        <ConversationBadge status={status} />
        {writer && (
          <Text as="span" size={13} tone="soft">
            {t('writtenBy', { name: writer })}
          </Text>
        )}
      </Inline>
      {subject && <SubjectCard subject={subject} />}
      {list.hasNextPage && (
        <Button size="s" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('earlier')}
        </Button>
      )}
      {list.isError && <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />}
      {messages && (
        <div role="log" aria-label={t('messages')}>
          <Grid as="ol" gap={16}>
            {[...messages].reverse().map((message) => (
              <Message key={message.id} conversationId={id} message={message} />
            ))}
          </Grid>
        </div>
      )}
      {status === 'CLOSED' && (
        <Text size={13} tone="soft">
          {t('reopens')}
        </Text>
      )}
      <Composer
        place={id}
        label={t('composer.label')}
        submit={t('composer.send')}
        mutation={sendMutation(id)}
        onSent={() => undefined}
      />
    </>
  );
}

/** Marks shown messages as read, once for each answer. */
function useMarkRead({ id, isUnread }: ConversationDetails, messages: readonly SupportMessage[] | undefined) {
  const { mutate } = useMutation(readMutation(id));
  const marked = useRef('');
  const latest = messages?.[0]?.id;
  useEffect(() => {
    if (!isUnread || latest === undefined || marked.current === latest) return;
    marked.current = latest;
    mutate(latest);
  }, [isUnread, latest, mutate]);
}

function Message({ conversationId, message }: { conversationId: string; message: SupportMessage }) {
  const t = useTranslations('support');
  const format = useFormatter();
  const save = useMutation(saveFileMutation(conversationId));
  const { text, author, isMine, at, documents } = message;
  const who = author === null ? t('bank') : isMine ? t('you') : author;
  return (
    <Grid as="li" gap={4} shrink className={classes.message} data-from={author === null ? 'bank' : 'client'}>
      <Text as="span" size={13} tone="soft">
        <Text as="strong" tone="ink" weight="label">
          {who}
        </Text>{' '}
        <time dateTime={at}>
          {format.dateTime(new Date(at), {
            day: 'numeric',
            month: 'short',
            hour: '2-digit',
            minute: '2-digit',
          })}
        </time>
      </Text>
      <p className={classes.text}>{text}</p>
      {documents.length > 0 && (
        <FileList
          files={documents}
          busyId={save.isPending ? save.variables : undefined}
          onSave={(documentId) => save.mutate(documentId)}
        />
      )}
      <ProblemNotice error={save.error} />
    </Grid>
  );
}
