/** Creates a wallet for one of the offered assets, with its first address. */
import type { Wallet } from '@calmly/contract';
import { newIdempotencyKey } from '@calmly/portal-kit/session/bank.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { RadioRow } from '@calmly/ui/fields/field.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { availableQuery, createWalletMutation, walletsQuery } from '../queries.ts';

interface NewWalletDialogProps {
  onClose: () => void;
  onCreated: (asset: Wallet['asset']) => void;
}

export function NewWalletDialog({ onClose, onCreated }: NewWalletDialogProps) {
  const t = useTranslations('wallets.create');
  const names = useTranslations('crypto.assets');
  const networks = useTranslations('wallets.networks');
  const offer = useQuery(availableQuery);
  const owned = new Set(useQuery(walletsQuery).data?.Items.map(({ asset }) => asset));
  // The specification always offers PFE (section 9): choosing it again adds another address.
  const offered = (offer.data?.Items ?? []).filter(({ asset }) => asset === 'PFE' || !owned.has(asset));
  const form = useForm({
    start: () => ({ asset: '', key: newIdempotencyKey() }),
    live: true,
    read: ({ asset, key }) => {
      const chosen = offered.find((each) => each.asset === (asset || offered[0]?.asset));
      return chosen ? { body: { asset: chosen.asset, key } } : { faults: { asset: t('choose') } };
    },
    mutation: createWalletMutation,
    onSent: ({ asset }) => {
      showSnackbar(t('done', { asset }));
      onCreated(asset);
    },
  });
  const isFull = offer.data?.AddressesLeft === 0;
  const chosen = form.values.asset || offered[0]?.asset;
  return (
    <FormDialog
      title={t('title')}
      text={isFull ? t('full') : t('text')}
      confirm={t('confirm')}
      busy={form.busy}
      disabled={isFull || offered.length === 0}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      {offer.isError && !offer.data && (
        <ErrorState compact error={offer.error} onRetry={() => void offer.refetch()} />
      )}
      {offer.data && offered.length === 0 && (
        <Text size={13} tone="soft">
          {t('none')}
        </Text>
      )}
      <Grid as="fieldset" gap={8}>
        <legend className="visually-hidden">{t('asset')}</legend>
        {offered.map(({ asset, network, isNew }) => (
          <RadioRow
            key={asset}
            name="asset"
            title={names(asset)}
            text={networks(network)}
            end={isNew && asset === 'PFE' && <Badge colour="blue">{t('isNew')}</Badge>}
            checked={asset === chosen}
            onChange={() => form.change({ asset })}
          />
        ))}
      </Grid>
      <FormMessage form={form} />
    </FormDialog>
  );
}
