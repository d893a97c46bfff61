/** The merchant's actions on one purchase: collect a part, release the hold, or refund. */
import type { DeskPurchase, MerchantAction } from '@calmly/contract';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { RadioRow, TextField } from '@calmly/ui/fields/field.tsx';
import dialog from '@calmly/ui/layers/dialog.module.css';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useId } from 'react';
import classes from './desk.module.css';
import { merchantMutation } from './queries.ts';

export function MerchantDialog({ purchase, onDone }: { purchase: DeskPurchase; onDone: () => void }) {
  const t = useTranslations('sandboxDesk.merchantAction');
  const done = useTranslations('sandboxDesk.merchants.done');
  const titleId = useId();
  const { id, merchantName: name, card, amount, held, cleared, currency, status } = purchase;
  const isCollected = status === 'CLEARED';
  const form = useForm({
    start: {
      action: (isCollected ? 'refund' : 'clear') as MerchantAction,
      amount: isCollected ? cleared : held,
    },
    read: (typed) => ({
      body: { id, action: typed.action, amount: typed.amount.trim().replace(',', '.'), isPartial: true },
    }),
    mutation: merchantMutation,
    onSent: (_answer, { action }) => {
      showSnackbar(done(action, { name }));
      onDone();
    },
  });

  return (
    <Dialog labelledBy={titleId} onCancel={onDone}>
      <form {...form.props} className={classes.stack}>
        <div>
          <h2 id={titleId} className={dialog.title}>
            {t(isCollected ? 'refundTitle' : 'title')}
          </h2>
          <Text tone="soft">{`${name} · ${card} · ${amountText(amount, currency)}`}</Text>
        </div>
        {!isCollected && (
          <Grid as="fieldset" gap={16}>
            <legend className="visually-hidden">{t('title')}</legend>
            {(['clear', 'reverse'] as const).map((choice) => (
              <RadioRow
                key={choice}
                name="action"
                title={t(choice)}
                text={t(`${choice}Text`)}
                checked={form.values.action === choice}
                onChange={() => form.change({ action: choice })}
              />
            ))}
          </Grid>
        )}
        <TextField
          {...form.text('amount')}
          label={t('amount', { currency })}
          inputMode="decimal"
          autoComplete="off"
        />
        <FormMessage form={form} />
        <div className={dialog.actions}>
          <Button onClick={onDone}>{t('cancel')}</Button>
          <Button type="submit" variant="solid" busy={form.busy}>
            {t('confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
