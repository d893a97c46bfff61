/** One wallet: balance, worth, held and arriving money, and its actions. */
import { createWithdrawal, moveCrypto, type Wallet } from '@calmly/contract';
import { displayAmount, isZeroDecimal } from '@calmly/domain';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { AssetMark } from '../asset-mark.tsx';
import classes from './wallets.module.css';

export type WalletAction = 'receive' | 'withdraw' | 'fromAccount' | 'toAccount';

interface WalletRowProps {
  wallet: Wallet;
  /** In minor units of EPI; undefined without a price. */
  worth: bigint | undefined;
  onAction: (action: WalletAction) => void;
}

/** Hundredths of EPI are enough for an estimate. */
const cent = 1_000_000n;

export function WalletRow({ wallet, worth, onAction }: WalletRowProps) {
  const t = useTranslations('wallets');
  const names = useTranslations('crypto.assets');
  const { asset, available, booked, reserved, arriving, inReview, isLocked } = wallet;
  return (
    <Grid as="li" gap={16} rowGap={4} align="center" className={classes.wallet}>
      <AssetMark asset={asset} />
      <div>
        <Text as="h3" size={15} weight="label" translate="no">
          {names(asset)}
        </Text>
        <Text size={13} tone="soft">
          {t('network', { network: t(`networks.${wallet.network}`) })}
        </Text>
      </div>
      <div className={classes.balance}>
        <Amount value={booked} currency={asset} />
        <Text size={13} tone="soft">
          {asset === 'EPI'
            ? t('isEuro')
            : worth === undefined
              ? t('noPrice')
              : t('worth', { amount: displayAmount(worth - (worth % cent), 'EPI').text })}
        </Text>
        {!isZeroDecimal(reserved) && (
          <>
            <Text size={13} tone="soft">
              {t('available', { amount: amountText(available, asset) })}
            </Text>
            <Text size={13} tone="soft">
              {t('reserved', { amount: amountText(reserved, asset) })}
            </Text>
          </>
        )}
        {!isZeroDecimal(inReview) && (
          <Text size={13} tone="soft">
            {t('inReview', { amount: amountText(inReview, asset) })}
          </Text>
        )}
        {!isZeroDecimal(arriving) && (
          <Text size={13} tone="soft">
            <Badge colour="yellow">{t('arriving', { amount: amountText(arriving, asset) })}</Badge>
          </Text>
        )}
      </div>
      <div className={classes.actions}>
        {asset === 'EPI' && (
          <>
            <NeedsRight endpoint={moveCrypto} label={t('fromAccount')} size="s">
              <Button size="s" onClick={() => onAction('fromAccount')}>
                {t('fromAccount')}
              </Button>
            </NeedsRight>
            <NeedsRight endpoint={moveCrypto} label={t('toAccount')} size="s">
              <Button size="s" disabled={isLocked} onClick={() => onAction('toAccount')}>
                {t('toAccount')}
              </Button>
            </NeedsRight>
          </>
        )}
        <Button size="s" aria-label={t('receiveNamed', { asset })} onClick={() => onAction('receive')}>
          {t('receive')}
        </Button>
        <NeedsRight endpoint={createWithdrawal} label={t('withdraw')} size="s">
          <Button
            size="s"
            aria-label={t('withdrawNamed', { asset })}
            disabled={isLocked}
            onClick={() => onAction('withdraw')}
          >
            {t('withdraw')}
          </Button>
        </NeedsRight>
      </div>
      {isLocked && (
        <Text size={13} tone="red" className={classes.locked}>
          {t('locked')}
        </Text>
      )}
    </Grid>
  );
}
