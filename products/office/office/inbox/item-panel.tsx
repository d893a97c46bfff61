/** The open item: the facts that decide it, its documents, who has taken it, and the decisions. */
import { ApiProblem } from '@calmly/contract';
import type { InboxSheet } from '@calmly/contract/staff';
import { useTranslations } from '@calmly/texts/index.tsx';
import { SheetShape } from '@calmly/ui/facts/sheet.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Failed } from '../shared/failed.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { ItemSheet } from './item-sheet.tsx';
import { type Decision, itemQuery } from './queries.ts';

interface ItemPanelProps {
  queue: string;
  id: string;
  outcome: Decision | undefined;
  onDecided: (decision: Decision) => void;
}

/** Give each item its own `key`. */
export function ItemPanel({ queue, id, outcome, onDecided }: ItemPanelProps) {
  const t = useTranslations('office.inbox');
  const client = useQueryClient();
  const options = itemQuery(queue, id);
  const query = useQuery(options);
  const [asked, setAsked] = useState<{ decision: Decision; sheet: InboxSheet }>();
  /** What was on the screen when the bank said that it has changed. */
  const [seen, setSeen] = useState<InboxSheet>();
  const sheet = query.data;
  if (!sheet) {
    if (query.error instanceof ApiProblem && query.error.status === 404)
      return (
        <EmptyState
          icon={<IconFileOff aria-hidden="true" />}
          title={t('itemGone')}
          text={t('itemGoneText')}
        />
      );
    if (query.error)
      return <Failed error={query.error} title={t('itemFailed')} onRetry={() => void query.refetch()} />;
    return <PanelShape />;
  }
  return (
    <>
      <ItemSheet
        sheet={sheet}
        seen={seen}
        outcome={outcome}
        onAsk={(decision) => setAsked({ decision, sheet })}
        onClaimed={(claimedBy) => {
          client.setQueryData(options.queryKey, { ...sheet, claimedBy });
          void client.invalidateQueries({ queryKey: ['inbox', 'queues'] });
          void client.invalidateQueries({ queryKey: ['inbox', 'own'] });
        }}
        onOutdated={() => void query.refetch()}
      />
      {asked && (
        <DecideDialog
          {...asked}
          onCancel={() => setAsked(undefined)}
          onDecided={() => {
            setAsked(undefined);
            showSnackbar(t('done', { decision: asked.decision, subject: asked.sheet.subject }));
            onDecided(asked.decision);
            void client.invalidateQueries({ queryKey: ['inbox', 'queues'] });
            void client.invalidateQueries({ queryKey: ['inbox', 'own'] });
          }}
          onOutdated={() => {
            setAsked(undefined);
            setSeen(asked.sheet);
            void query.refetch();
          }}
        />
      )}
    </>
  );
}

function PanelShape() {
  return (
    <div style={{ padding: 24 }}>
      <SheetShape />
    </div>
  );
}
