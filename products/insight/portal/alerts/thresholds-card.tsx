/** The person's thresholds by account, in the order they were set. */
import type { AlertAccount, Threshold, ThresholdKind } from '@calmly/contract';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { Row, Rows, RowsShape, RowsText } from '@calmly/ui/lists/rows.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconBellPlus,
  IconPencil,
  IconTrash,
  IconTrendingDown,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { removeThresholdMutation, thresholdsQuery } from './queries.ts';

const ThresholdDialog = onDemand(async () => (await import('./threshold-dialog.tsx')).ThresholdDialog);

const icons: Readonly<Record<ThresholdKind, typeof IconTrendingDown>> = {
  LOW_BALANCE: IconTrendingDown,
  LARGE_IN: IconArrowDownLeft,
  LARGE_OUT: IconArrowUpRight,
};

export function ThresholdsCard() {
  const t = useTranslations('alerts');
  const { data, isError, error, refetch } = useQuery(thresholdsQuery);
  const [asked, setAsked] = useState<Threshold | 'new'>();
  const remove = useMutation(removeThresholdMutation);
  return (
    <Card
      flush
      title={t('title')}
      aside={
        <Button
          size="s"
          icon={<IconBellPlus aria-hidden="true" />}
          disabled={!data || data.accounts.length === 0}
          onClick={() => setAsked('new')}
        >
          {t('set')}
        </Button>
      }
    >
      {isError && !data && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <RowsShape label={t('title')} />}
      {data && (
        <>
          <RowsText>{data.items.length === 0 ? t('empty') : t('text')}</RowsText>
          <ProblemNotice error={remove.error} />
          <Rows>
            {data.items.map((threshold) => (
              <ThresholdRow
                key={threshold.id}
                threshold={threshold}
                account={data.accounts.find(({ id }) => id === threshold.accountId)}
                busy={remove.isPending && remove.variables === threshold.id}
                onEdit={() => setAsked(threshold)}
                onRemove={() => remove.mutate(threshold.id)}
              />
            ))}
          </Rows>
        </>
      )}
      {asked && data && (
        <ThresholdDialog
          accounts={data.accounts}
          threshold={asked === 'new' ? undefined : asked}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  );
}

interface ThresholdRowProps {
  threshold: Threshold;
  account: AlertAccount | undefined;
  busy: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

function ThresholdRow({ threshold, account, busy, onEdit, onRemove }: ThresholdRowProps) {
  const t = useTranslations('alerts');
  const { kind, amount, currency } = threshold;
  const Icon = icons[kind];
  const what = t(`rule.${kind}`, { amount: amountText(amount, currency) });
  const where = account ? `${account.name}, ${account.number}` : '';
  return (
    <Row
      icon={<Icon aria-hidden="true" />}
      title={what}
      actions={
        <>
          <Button
            size="s"
            variant="quiet"
            icon={<IconPencil aria-hidden="true" />}
            aria-label={t('edit', { what, where })}
            onClick={onEdit}
          />
          <Button
            size="s"
            variant="quiet"
            icon={<IconTrash aria-hidden="true" />}
            aria-label={t('remove', { what, where })}
            busy={busy}
            onClick={onRemove}
          />
        </>
      }
    >
      <p>{where}</p>
    </Row>
  );
}
