/**
 * What reached the wallets (Deposit) or left them (Transfer), by status and period. The chosen request type is in the address; filters are the
 * screen's own.
 */
import {
  type CryptoMovement,
  type CryptoRequestType,
  type CryptoStatus,
  cryptoPeriods,
  cryptoRequestTypes,
} from '@calmly/contract';
import { type CryptoAsset, cryptoAssets, isZeroDecimal } from '@calmly/domain';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { Amount, amountText } from '../../../ui/facts/amount.tsx';
import { Segments } from '../../../ui/fields/segments.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx';
import { TwoLines, WhoCell } from '../../../ui/lists/table-cells.tsx';
import { Drawing } from '../../../ui/pictures/drawing.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { AssetMark } from '../asset-mark.tsx';
import { type CryptoPeriod, historyQuery } from '../queries.ts';
import classes from './history.module.css';
import { MovementStatus } from './movement-status.tsx';
import { shortAddress } from './short-address.ts';

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

const moment = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

export function HistoryPage({ type }: { type: CryptoRequestType }) {
  const t = useTranslations('wallets.history');
  const names = useTranslations('crypto');
  const navigate = useNavigate();
  const [period, setPeriod] = useState<CryptoPeriod>('ALL');
  const [status, setStatus] = useState<CryptoStatus>();
  const [currency, setCurrency] = useState<CryptoAsset>();
  const list = useInfiniteQuery(historyQuery({ type, period, status, currency }));
  const columns = useColumns();
  const isFiltered = period !== 'ALL' || status !== undefined || currency !== undefined;
  const choose = (next: CryptoRequestType) => {
    setStatus(undefined);
    void navigate({
      to: '/crypto',
      search: { screen: 'HISTORY', ...(next !== 'Deposit' && { type: next }) },
      replace: true,
    });
  };
  return (
    <div className={classes.page}>
      <search className={classes.filters} aria-label={t('filters')}>
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
      </search>
      <DataTable
        label={t(`types.${type}`)}
        columns={columns}
        rows={list.isPlaceholderData ? undefined : list.data?.pages.flatMap(({ Items }) => Items)}
        rowId={({ id }) => id}
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
    </div>
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
      header: t('when'),
      width: '160px',
      wide: true,
      phone: 'bottom',
      cell: ({ createdAt }) => format.dateTime(new Date(createdAt), moment),
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
          first={
            <Amount
              value={amount}
              currency={asset}
              direction={direction}
              off={status === 'REJECTED' || status === 'CANCELED' || status === 'FAILED'}
            />
          }
          second={
            status === 'DETECTED' || status === 'BROADCAST'
              ? t('confirmations', { done: confirmations, needed: confirmationsNeeded })
              : isZeroDecimal(fee)
                ? undefined
                : t('fee', { fee: amountText(fee, asset) })
          }
        />
      ),
    },
  ];
}
