/** The wallets with their worth, pending transfers, and the address book. */
import { createWallet, type Wallet } from '@calmly/contract';
import { displayAmount } from '@calmly/domain';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { RowsShape } from '@calmly/ui/lists/rows.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconPlus, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { positionsQuery, walletsQuery } from '../queries.ts';
import { AddressBook } from '../withdraw/address-book.tsx';
import { ProfitTable } from './profit-table.tsx';
import { UnderWay } from './under-way.tsx';
import { type WalletAction, WalletRow } from './wallet-row.tsx';
import classes from './wallets.module.css';
import { totalWorth, worthMinor } from './worth.ts';

const AddressesDialog = onDemand(async () => (await import('./addresses-dialog.tsx')).AddressesDialog);
const NewWalletDialog = onDemand(async () => (await import('./new-wallet-dialog.tsx')).NewWalletDialog);
const MoveDialog = onDemand(async () => (await import('./move-dialog.tsx')).MoveDialog);
const WithdrawDialog = onDemand(async () => (await import('../withdraw/withdraw-dialog.tsx')).WithdrawDialog);

type Opened = { readonly kind: 'new' } | { readonly kind: WalletAction; readonly asset: Wallet['asset'] };

export function WalletsPage() {
  const t = useTranslations('wallets');
  const list = useQuery(walletsQuery);
  const positions = useQuery(positionsQuery);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  if (list.isError && !list.data)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  // Until prices are loaded, every wallet would seem to lack one.
  if (!list.data || positions.isPending) return <RowsShape label={t('title')} />;
  const prices = positions.data?.Items ?? [];
  const { Items: wallets, AddressesLeft: addressesLeft } = list.data;
  const total = totalWorth(wallets, prices);
  const chosen =
    opened && opened.kind !== 'new' ? wallets.find(({ asset }) => asset === opened.asset) : undefined;
  const newButton = (
    <NeedsRight endpoint={createWallet} label={t('new')}>
      <Button
        variant="accent"
        icon={<IconPlus aria-hidden="true" />}
        onClick={() => setOpened({ kind: 'new' })}
      >
        {t('new')}
      </Button>
    </NeedsRight>
  );
  return (
    <Grid gap={24} shrink className={classes.page}>
      {wallets.length > 0 && (
        <Inline wrap gap={16} align="center" justify="between">
          <div>
            <Text size={13} tone="soft">
              {t('total')}
            </Text>
            <Text size={36} weight="title" translate="no">
              {displayAmount(total.minor - (total.minor % 1_000_000n), 'EPI').text}
            </Text>
            <Text size={13} tone="soft">
              {t(total.isPartial ? 'totalPartial' : 'totalNote')}
            </Text>
          </div>
          {newButton}
        </Inline>
      )}
      {wallets.length === 0 ? (
        <EmptyState
          icon={<IconWallet aria-hidden="true" />}
          title={t('emptyTitle')}
          text={t('emptyText')}
          action={newButton}
        />
      ) : (
        <Card flush title={t('title')}>
          <ul className={classes.wallets} aria-label={t('title')}>
            {wallets.map((wallet) => (
              <WalletRow
                key={wallet.id}
                wallet={wallet}
                worth={worthMinor(wallet, prices)}
                onAction={(kind) => setOpened({ kind, asset: wallet.asset })}
              />
            ))}
          </ul>
        </Card>
      )}
      <UnderWay />
      {wallets.length > 0 && <ProfitTable />}
      {wallets.length > 0 && <AddressBook />}
      {opened?.kind === 'new' && (
        <NewWalletDialog onClose={close} onCreated={(asset) => setOpened({ kind: 'receive', asset })} />
      )}
      {chosen && opened?.kind === 'receive' && (
        <AddressesDialog wallet={chosen} addressesLeft={addressesLeft} onClose={close} />
      )}
      {chosen && opened?.kind === 'withdraw' && <WithdrawDialog wallet={chosen} onClose={close} />}
      {chosen && (opened?.kind === 'fromAccount' || opened?.kind === 'toAccount') && (
        <MoveDialog
          wallet={chosen}
          type={opened.kind === 'fromAccount' ? 'Deposit' : 'Transfer'}
          onClose={close}
        />
      )}
    </Grid>
  );
}
