/** The sandbox's chains: deposits from outside, mining blocks by hand, and reorganisations. Renders nothing if the chains are real. */
import { cryptoAssets, type Network } from '@calmly/domain';
import { newIdempotencyKey } from '@calmly/portal-kit/session/bank.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { SelectField, TextField } from '@calmly/ui/fields/field.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconArrowDownLeft } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './desk.module.css';
import { chainMutation, chainsQuery, depositMutation } from './queries.ts';

/** The buttons: mine one block, or replace the newest three, so that their transactions are pending again or gone. */
const actions = {
  mine: { action: 'MINE', blocks: 1, isDropping: false },
  replace: { action: 'REORGANISE', blocks: 3, isDropping: false },
  drop: { action: 'REORGANISE', blocks: 3, isDropping: true },
} as const;
const actionNames = ['mine', 'replace', 'drop'] as const;

export function ChainsCard() {
  const t = useTranslations('sandboxDesk.chains');
  const chains = useQuery(chainsQuery).data?.Items ?? [];
  if (chains.length === 0) return null;
  return (
    <Card title={t('title')}>
      <div className={`${classes.stack} ${classes.inCard}`}>
        {chains.map(({ network, height, pending }) => (
          <ChainActions key={network} network={network} height={height} pending={pending} />
        ))}
        <DepositForm />
      </div>
    </Card>
  );
}

function ChainActions({ network, height, pending }: { network: Network; height: number; pending: number }) {
  const t = useTranslations('sandboxDesk.chains');
  const acting = useMutation(chainMutation);
  const name = t(`networks.${network}`);
  return (
    <Inline as="fieldset" wrap gap={8}>
      <legend>{t('state', { name, height: String(height), pending })}</legend>
      {actionNames.map((each) => (
        <Button
          key={each}
          size="s"
          aria-label={`${name}: ${t(each)}`}
          busy={acting.isPending && acting.variables.action === actions[each].action}
          onClick={() =>
            acting.mutate(
              { network, ...actions[each] },
              { onSuccess: (chain) => showSnackbar(t('moved', { name, height: String(chain.height) })) },
            )
          }
        >
          {t(each)}
        </Button>
      ))}
      <ProblemNotice error={acting.error} />
    </Inline>
  );
}

function DepositForm() {
  const t = useTranslations('sandboxDesk.chains');
  // Until the server has answered, repeated clicks are one deposit; afterwards a click is a new one.
  const [id, setId] = useState(newIdempotencyKey);
  const form = useForm({
    start: { asset: 'BTC', address: '', amount: '0.05' },
    read: ({ asset, address, amount }) => ({
      body: {
        id,
        asset: cryptoAssets.find((each) => each === asset) ?? 'BTC',
        address: address.trim(),
        amount: amount.trim().replace(',', '.'),
      },
    }),
    mutation: depositMutation,
    onSent: (_sent, { asset, amount }) => {
      setId(newIdempotencyKey());
      showSnackbar(t('sent', { amount, asset }));
    },
  });
  return (
    <form {...form.props} className={classes.stack}>
      <Text tone="soft">{t('text')}</Text>
      <TextField {...form.text('address')} label={t('address')} autoComplete="off" spellCheck={false} />
      <Grid gap={16} className={classes.pair}>
        <TextField {...form.text('amount')} label={t('amount')} inputMode="decimal" autoComplete="off" />
        <SelectField {...form.text('asset')} label={t('asset')}>
          {cryptoAssets.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
      </Grid>
      <FormMessage form={form} />
      <Button type="submit" block icon={<IconArrowDownLeft aria-hidden="true" />} busy={form.busy}>
        {t('send')}
      </Button>
    </form>
  );
}
