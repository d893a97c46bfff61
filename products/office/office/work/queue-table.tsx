/** The queues with their counts. One that could not be read says so in the place of its figures. */
import type { InboxQueue } from '@calmly/contract/staff';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { type Column, DataTable } from '@calmly/ui/lists/data-table.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useQueueName } from '../inbox/names.ts';
import { useAgeText } from '../shared/moment.ts';
import { cappedText } from './totals.ts';

interface QueueTableProps {
  /** Undefined while loading. */
  queues: readonly InboxQueue[] | undefined;
}

export function QueueTable({ queues }: QueueTableProps) {
  const t = useTranslations('office.work');
  const queueName = useQueueName();
  const age = useAgeText();
  const navigate = useNavigate();
  const columns: readonly Column<InboxQueue>[] = [
    {
      key: 'queue',
      header: t('queue'),
      width: 'minmax(0, 3fr)',
      cell: ({ queue }) => (
        <Text as="span" weight="label">
          {queueName(queue)}
        </Text>
      ),
    },
    {
      key: 'count',
      header: t('count'),
      width: '150px',
      align: 'end',
      cell: ({ state, count }) =>
        state === 'failed' || count === null ? (
          <Badge colour="red">{t('failed')}</Badge>
        ) : count === 0 ? (
          <Text as="span" tone="soft">
            {t('none')}
          </Text>
        ) : (
          <Text as="span" figures>
            {cappedText(count)}
          </Text>
        ),
    },
    {
      key: 'oldest',
      header: t('oldest'),
      width: '100px',
      align: 'end',
      cell: ({ oldest }) => (
        <Text as="span" figures>
          {oldest && age(oldest)}
        </Text>
      ),
    },
    {
      key: 'mine',
      header: t('taken'),
      width: '110px',
      align: 'end',
      wide: true,
      cell: ({ mine, state }) => (
        <Text as="span" figures>
          {state === 'ok' && mine > 0 ? mine : ''}
        </Text>
      ),
    },
    {
      key: 'access',
      header: t('access'),
      width: '120px',
      wide: true,
      cell: ({ access }) => (
        <Text as="span" tone="soft">
          {t(access)}
        </Text>
      ),
    },
  ];
  return (
    <DataTable
      label={t('byQueue')}
      columns={columns}
      rows={queues}
      rowId={({ queue }) => queue}
      onOpen={({ queue }) => void navigate({ to: `/inbox/${queue}` })}
      empty={null}
    />
  );
}
