/** A wallet's deposit addresses as text and QR code; another one can be created while there are fewer than six. */
import { createWallet, mostCryptoAddresses, type Wallet } from '@calmly/contract';
import { newIdempotencyKey } from '@calmly/portal-kit/session/bank.ts';
import { isRefusal } from '@calmly/portal-kit/session/outcome.ts';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { CopyButton } from '@calmly/ui/copy-button.tsx';
import { QrCode } from '@calmly/ui/facts/qr-code.tsx';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { createWalletMutation } from '../queries.ts';
import classes from './wallets.module.css';

interface AddressesDialogProps {
  wallet: Wallet;
  addressesLeft: number;
  onClose: () => void;
}

export function AddressesDialog({ wallet, addressesLeft, onClose }: AddressesDialogProps) {
  const t = useTranslations('wallets.addresses');
  const networks = useTranslations('wallets.networks');
  const id = useId();
  const [chosen, setChosen] = useState<string>();
  const [key, setKey] = useState(newIdempotencyKey);
  const creating = useMutation({
    ...createWalletMutation,
    onSuccess: ({ addresses }) => {
      setChosen(addresses.at(-1)?.address);
      setKey(newIdempotencyKey());
    },
    onError: (error) => isRefusal(error) && setKey(newIdempotencyKey()),
  });
  const { asset, addresses, network } = wallet;
  const shown = addresses.find(({ address }) => address === chosen) ?? addresses.at(-1);
  return (
    <Dialog labelledBy={`${id}-title`} onCancel={onClose}>
      <Grid gap={24} className={classes.dialog}>
        <h2 id={`${id}-title`}>{t('title', { asset })}</h2>
        {shown && (
          <Grid gap={12} items="center">
            <QrCode text={shown.address} label={t('qr', { asset })} className={classes.qr} />
            <Text
              weight="label"
              align="center"
              wrap="anywhere"
              className={classes.addressText}
              translate="no"
            >
              {shown.address}
            </Text>
            <CopyButton value={shown.address} what={t('address')}>
              {t('copy')}
            </CopyButton>
          </Grid>
        )}
        <p className={classes.warning}>
          <IconAlertTriangle aria-hidden="true" />
          <span>{t('warning', { asset, network: networks(network) })}</span>
        </p>
        {addresses.length > 1 && (
          <Grid as="fieldset" gap={4} className={classes.choices}>
            <legend>{t('all')}</legend>
            {addresses.map(({ id: addressId, address }) => (
              <Inline as="label" key={addressId} gap={12} align="center" className={classes.choice}>
                <input
                  type="radio"
                  name={`${id}-address`}
                  checked={address === shown?.address}
                  onChange={() => setChosen(address)}
                />
                <span translate="no">{address}</span>
              </Inline>
            ))}
          </Grid>
        )}
        <ProblemNotice error={creating.error} />
        <Text size={13} tone="soft">
          {t('left', { left: addressesLeft, most: mostCryptoAddresses })}
        </Text>
        <Inline wrap gap={12} justify="between">
          <NeedsRight endpoint={createWallet} label={t('another')} size="l">
            <Button
              size="l"
              busy={creating.isPending}
              disabled={addressesLeft === 0}
              onClick={() => creating.mutate({ asset, key })}
            >
              {t('another')}
            </Button>
          </NeedsRight>
          <Button size="l" variant="solid" data-autofocus onClick={onClose}>
            {t('done')}
          </Button>
        </Inline>
      </Grid>
    </Dialog>
  );
}
