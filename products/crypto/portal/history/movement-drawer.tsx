/** One deposit, withdrawal or transfer in the drawer: the whole address, the transaction on the network, and the payment with its documents. */
import type { CryptoMovement } from '@calmly/contract';
import { isZeroDecimal } from '@calmly/domain';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { CopyButton } from '@calmly/ui/copy-button.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Fact, SheetHead, SheetParty, SheetSection } from '@calmly/ui/facts/sheet.tsx';
import { SideDrawer } from '@calmly/ui/layers/side-drawer.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import type { ReactNode } from 'react';
import classes from './history.module.css';
import { isUndone, MovementStatus } from './movement-status.tsx';

interface MovementDrawerProps {
  movement: CryptoMovement;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

const moment = { dateStyle: 'long', timeStyle: 'short' } as const;

export function MovementDrawer({ movement, ...drawer }: MovementDrawerProps) {
  const t = useTranslations('wallets.history');
  const names = useTranslations('crypto.assets');
  const networks = useTranslations('wallets.networks');
  const format = useFormatter();
  const { id, asset, amount, direction, fee, status, network, address, account, txId, reason } = movement;
  const isWaiting = status === 'DETECTED' || status === 'BROADCAST';
  return (
    <SideDrawer
      {...drawer}
      title={t(network === null ? 'drawer.move' : `drawer.${direction}`)}
      footer={
        <ButtonLink to="/payments" search={{ payment: id }}>
          {t('drawer.open')}
        </ButtonLink>
      }
    >
      <SheetHead>
        <Amount size="figure" value={amount} currency={asset} direction={direction} off={isUndone(status)} />
        <SheetParty>{names(asset)}</SheetParty>
        <MovementStatus movement={movement} />
        {reason && <Reason reason={reason} />}
      </SheetHead>
      <SheetSection title={t('drawer.details')} titleHidden>
        <dl>
          <Fact name={t('when')}>{format.dateTime(new Date(movement.createdAt), moment)}</Fact>
          <Fact name={t('drawer.account')}>{account}</Fact>
          <Fact name={t('drawer.network')}>{network && networks(network)}</Fact>
          {isWaiting && (
            <Fact name={t('drawer.confirmations')}>
              {t('drawer.confirmationsOf', {
                done: movement.confirmations,
                needed: movement.confirmationsNeeded,
              })}
            </Fact>
          )}
          {!isZeroDecimal(fee) && !isUndone(status) && (
            <Fact name={t('drawer.fee')}>
              <Amount value={fee} currency={asset} />
            </Fact>
          )}
        </dl>
        <Grid as="dl" gap={16} above={16} className={classes.codes}>
          {address && (
            <Code name={t(direction === 'CREDIT' ? 'drawer.yourAddress' : 'drawer.address')}>{address}</Code>
          )}
          {txId && <Code name={t('drawer.transaction')}>{txId}</Code>}
        </Grid>
      </SheetSection>
    </SideDrawer>
  );
}

/** Failures are announced to screen readers; decisions by people are a plain line. */
function Reason({ reason }: { reason: NonNullable<CryptoMovement['reason']> }): ReactNode {
  const t = useTranslations('wallets.history.reasons');
  return failures.has(reason) ? <Notice tone="error">{t(reason)}</Notice> : <p>{t(reason)}</p>;
}

const failures: ReadonlySet<CryptoMovement['reason']> = new Set([
  'chain_reorganised',
  'deposit_too_small',
  'not_permitted',
  'chain_failed',
]);

function Code({ name, children }: { name: string; children: string }): ReactNode {
  return (
    <div>
      <Text as="dt" size={13} tone="soft">
        {name}
      </Text>
      <dd>
        <span translate="no">{children}</span>
        <CopyButton value={children} what={name} />
      </dd>
    </div>
  );
}
