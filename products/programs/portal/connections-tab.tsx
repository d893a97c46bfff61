/** The profile's tab of connected apps: each one's access, who allowed it until when, its last use, and a button to disconnect it. */
import type { Connection } from '@calmly/contract';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useFormatter, useNow, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { MoreRows, Row, Rows, RowsShape, RowsText } from '@calmly/ui/lists/rows.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconUnlink } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './connections.module.css';
import { connectionsQuery, endMutation } from './queries.ts';

export function ConnectionsTab() {
  const t = useTranslations('connections');
  const query = useInfiniteQuery(connectionsQuery);
  const [ending, setEnding] = useState<Connection>();
  const connections = query.data;
  return (
    <Card flush title={t('tabTitle')}>
      {query.isError && !connections && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <RowsShape label={t('tabTitle')} />}
      {connections?.length === 0 && (
        <EmptyState drawing={<Drawing name="list" />} title={t('emptyTitle')} text={t('emptyText')} />
      )}
      {connections !== undefined && connections.length > 0 && (
        <>
          <RowsText>{t('tabText')}</RowsText>
          <Rows>
            {connections.map((connection) => (
              <ConnectionRow
                key={connection.id}
                connection={connection}
                onEnd={() => setEnding(connection)}
              />
            ))}
          </Rows>
        </>
      )}
      <MoreRows query={query} />
      {ending && <EndDialog connection={ending} onDone={() => setEnding(undefined)} />}
    </Card>
  );
}

function ConnectionRow({ connection, onEnd }: { connection: Connection; onEnd: () => void }) {
  const t = useTranslations('connections');
  const format = useFormatter();
  const used = useLastUse(connection);
  const { application, scopes, accountIds, allowedBy, allowedAt, expiresAt } = connection;
  const { name } = application;
  const day = (time: string) => format.dateTime(new Date(time), { dateStyle: 'medium' });
  const count = accountIds.length;
  const asksForNew = scopes.includes('payments:new-payee');
  const told = scopes.filter((scope) => scope !== 'payments:request' || !asksForNew);
  const what = format.list(told.map((scope) => t(`mayDo.${scope}`, { count })));
  return (
    <Row
      picture={
        <span className={classes.letter} aria-hidden="true">
          {application.letter}
        </span>
      }
      title={
        <>
          <span translate="no">{name}</span>{' '}
          <Text as="span" tone="soft" weight="text" translate="no">
            {application.operator}
          </Text>
        </>
      }
      actions={
        <Button size="s" variant="quiet" aria-label={t('endOf', { name })} onClick={onEnd}>
          {t('end')}
        </Button>
      }
    >
      <p>{t('may', { what })}</p>
      <p>
        {t('allowedBy', { name: allowedBy || '–', date: day(allowedAt), until: day(expiresAt) })} · {used}
      </p>
    </Row>
  );
}

const nowSeconds = 60;

function useLastUse({ lastUsedAt }: Connection): string {
  const t = useTranslations('connections');
  const format = useFormatter();
  const now = useNow({ updateInterval: nowSeconds * 1000 });
  if (lastUsedAt === null) return t('neverUsed');
  const at = new Date(lastUsedAt);
  if (now.getTime() - at.getTime() < nowSeconds * 1000) return t('usedNow');
  return t('lastUsed', { when: format.relativeTime(at, now) });
}

function EndDialog({ connection, onDone }: { connection: Connection; onDone: () => void }) {
  const t = useTranslations('connections');
  const ending = useMutation(endMutation);
  const { name } = connection.application;
  const done = () => {
    showSnackbar(t('ended', { name }));
    onDone();
  };
  return (
    <ConfirmDialog
      icon={<IconUnlink aria-hidden="true" />}
      title={t('endTitle', { name })}
      text={t('endText')}
      problem={<ProblemNotice error={ending.error} />}
      onCancel={onDone}
      keep={t('keep')}
      confirm={t('end')}
      busy={ending.isPending}
      onConfirm={() => ending.mutate(connection.id, { onSuccess: done })}
    />
  );
}
