/** One wallet: balance, worth, held and arriving money, and its actions. */
import { createWithdrawal, moveCrypto, type Wallet } from '@calmly/contract';
import { displayAmount, isZeroDecimal } from '@calmly/domain';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
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
    <li className={classes.wallet}>
      <AssetMark asset={asset} />
      <div className={classes.name}>
        <h3 translate="no">{names(asset)}</h3>
        <p>{t('network', { network: t(`networks.${wallet.network}`) })}</p>
      </div>
      <div className={classes.balance}>
        <Amount value={booked} currency={asset} />
        <p>
          {asset === 'EPI'
            ? t('isEuro')
            : worth === undefined
              ? t('noPrice')
              : t('worth', { amount: displayAmount(worth - (worth % cent), 'EPI').text })}
        </p>
        {!isZeroDecimal(reserved) && (
          <>
            <p>{t('available', { amount: amountText(available, asset) })}</p>
            <p>{t('reserved', { amount: amountText(reserved, asset) })}</p>
          </>
        )}
        {!isZeroDecimal(inReview) && <p>{t('inReview', { amount: amountText(inReview, asset) })}</p>}
        {!isZeroDecimal(arriving) && (
          <p>
            <Badge colour="yellow">{t('arriving', { amount: amountText(arriving, asset) })}</Badge>
          </p>
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
      {isLocked && <p className={classes.locked}>{t('locked')}</p>}
    </li>
  );
}
