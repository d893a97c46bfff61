/**
 * Deposits to the wallets and transfers from them, by day, status and period. The request type and the open entry are in the
 * URL; filters are local to the screen.
 */
import {
  type CryptoMovement,
  type CryptoRequestType,
  type CryptoStatus,
  cryptoPeriods,
  cryptoRequestTypes,
} from '@calmly/contract';
import { type CryptoAsset, cryptoAssets, isZeroDecimal, shortAddress } from '@calmly/domain';
import { useDayHeading } from '@calmly/portal-kit/shared/days/day-heading.ts';
import { localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { useSearchChange } from '@calmly/portal-kit/shared/navigation/use-search-change.ts';
import { timeOfDay, useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { Select } from '@calmly/ui/fields/select.tsx';
import { useDrawerKeys } from '@calmly/ui/layers/use-drawer-keys.ts';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { type Column, DataTable } from '@calmly/ui/lists/data-table.tsx';
import { TwoLines, WhoCell } from '@calmly/ui/lists/table-cells.tsx';
import { useRowKeys } from '@calmly/ui/lists/use-row-keys.ts';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AssetMark } from '../asset-mark.tsx';
import { type CryptoPeriod, historyQuery, movementQuery } from '../queries.ts';
import classes from './history.module.css';
import { isUndone, MovementStatus } from './movement-status.tsx';

const statusesOf = {
  Deposit: ['DETECTED', 'CREDITED', 'REJECTED', 'EXECUTED'],
  Transfer: [
    'APPROVAL',
    'QUEUED',
    'REVIEW',
    'SIGNING',
    'BROADCAST',
    'CONFIRMED',
    'CANCELED',
    'FAILED',
    'EXECUTED',
  ],
} as const satisfies Record<CryptoRequestType, readonly CryptoStatus[]>;

const MovementDrawer = onDemand(async () => (await import('./movement-drawer.tsx')).MovementDrawer);

interface HistoryPageProps {
  type: CryptoRequestType;
  /** The entry in the drawer. */
  openId: string | undefined;
}

export function HistoryPage({ type, openId }: HistoryPageProps) {
  const t = useTranslations('wallets.history');
  const names = useTranslations('crypto');
  const changeSearch = useSearchChange();
  const [period, setPeriod] = useState<CryptoPeriod>('ALL');
  const [status, setStatus] = useState<CryptoStatus>();
  const [currency, setCurrency] = useState<CryptoAsset>();
  const list = useInfiniteQuery(historyQuery({ type, period, status, currency }));
  const columns = useColumns();
  const dayHeading = useDayHeading();
  const rows = list.isPlaceholderData ? undefined : list.data?.pages.flatMap(({ Items }) => Items);
  const at = rows?.findIndex(({ id }) => id === openId) ?? -1;
  const isElsewhere = openId !== undefined && rows !== undefined && at < 0;
  const linked = useQuery({ ...movementQuery(type, openId ?? ''), enabled: isElsewhere });
  const opened = rows?.[at] ?? (isElsewhere ? (linked.data ?? undefined) : undefined);
  // Opening adds a history entry, so that Back closes the drawer; stepping and closing do not.
  const open = (id: string | undefined) =>
    changeSearch((now) => ({ ...now, movement: id }), { replace: openId !== undefined });
  const close = () => open(undefined);
  const stepTo = (place: number) => {
    const row = at < 0 ? undefined : rows?.[place];
    return row && (() => open(row.id));
  };
  const steps = { previous: stepTo(at - 1), next: stepTo(at + 1) };
  useDrawerKeys(rows, opened?.id, close);
  useRowKeys({ isOpen: opened !== undefined, ...steps });
  const isFiltered = period !== 'ALL' || status !== undefined || currency !== undefined;
  const choose = (next: CryptoRequestType) => {
    setStatus(undefined);
    changeSearch(() => ({ screen: 'HISTORY', type: next === 'Deposit' ? undefined : next }));
  };
  return (
    <Grid gap={16} shrink>
      <Inline as="search" wrap gap={8} align="center" aria-label={t('filters')}>
        <Segments
          label={t('type')}
          size="s"
          value={type}
          options={cryptoRequestTypes.map((each) => ({ value: each, label: t(`types.${each}`) }))}
          onChange={choose}
        />
        <Select
          className={classes.filter}
          aria-label={t('period')}
          value={period}
          onChange={({ target }) => setPeriod(cryptoPeriods.find((each) => each === target.value) ?? 'ALL')}
        >
          {cryptoPeriods.map((each) => (
            <option key={each} value={each}>
              {t(`periods.${each}`)}
            </option>
          ))}
        </Select>
        <Select
          className={classes.filter}
          aria-label={t('status')}
          value={status ?? ''}
          onChange={({ target }) => setStatus(statusesOf[type].find((each) => each === target.value))}
        >
          <option value="">{t('everyStatus')}</option>
          {statusesOf[type].map((each) => (
            <option key={each} value={each}>
              {names(`statuses.${each}`)}
            </option>
          ))}
        </Select>
        <Select
          className={classes.filter}
          aria-label={t('currency')}
          value={currency ?? ''}
          onChange={({ target }) => setCurrency(cryptoAssets.find((each) => each === target.value))}
        >
          <option value="">{t('everyCurrency')}</option>
          {cryptoAssets.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      </Inline>
      <DataTable
        label={t(`types.${type}`)}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        dayOf={({ createdAt }) => dayHeading(localDay(new Date(createdAt)))}
        selectedId={opened?.id}
        onOpen={({ id }) => open(id)}
        error={list.error ?? undefined}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState
            drawing={<Drawing name="list" />}
            title={t(isFiltered ? 'noneTitle' : `emptyTitle.${type}`)}
            text={t(isFiltered ? 'noneText' : `emptyText.${type}`)}
            {...(!isFiltered && { help: 'historyEmpty' as const })}
          />
        }
        onShowMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        loadingMore={list.isFetchingNextPage}
      />
      {opened && (
        <MovementDrawer movement={opened} onClose={close} onPrevious={steps.previous} onNext={steps.next} />
      )}
    </Grid>
  );
}

function useColumns(): readonly Column<CryptoMovement>[] {
  const t = useTranslations('wallets.history');
  const names = useTranslations('crypto.assets');
  const format = useFormatter();
  return [
    {
      key: 'who',
      header: t('what'),
      width: 'minmax(0, 2fr)',
      phone: 'main',
      cell: ({ asset, address, account }) => (
        <WhoCell
          avatar={<AssetMark asset={asset} />}
          first={names(asset)}
          second={
            account !== null
              ? t('account', { account })
              : address !== null
                ? shortAddress(address)
                : undefined
          }
        />
      ),
    },
    {
      key: 'when',
      header: t('time'),
      width: '96px',
      wide: true,
      cell: ({ createdAt }) => format.dateTime(new Date(createdAt), timeOfDay),
    },
    {
      key: 'status',
      header: t('status'),
      width: '180px',
      badge: true,
      phone: 'bottom',
      cell: (movement) => <MovementStatus movement={movement} />,
    },
    {
      key: 'amount',
      header: t('amount'),
      width: 'minmax(140px, 1fr)',
      align: 'end',
      phone: 'top',
      cell: ({ amount, asset, direction, fee, status, confirmations, confirmationsNeeded }) => (
        <TwoLines
          first={<Amount value={amount} currency={asset} direction={direction} off={isUndone(status)} />}
          second={
            status === 'DETECTED' || status === 'BROADCAST'
              ? t('confirmations', { done: confirmations, needed: confirmationsNeeded })
              : isZeroDecimal(fee) || isUndone(status)
                ? undefined
                : t('fee', { fee: amountText(fee, asset) })
          }
        />
      ),
    },
  ];
}
