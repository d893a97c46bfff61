/** A purchase with one of the cards at one of the merchants. */
import { cardChannels, type DeskCard, type DeskMerchant, deskMistakes } from '@calmly/contract';
import { countryName } from '@calmly/domain';
import { newIdempotencyKey } from '@calmly/portal-kit/session/bank.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { SelectField, TextField } from '@calmly/ui/fields/field.tsx';
import dialog from '@calmly/ui/layers/dialog.module.css';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import classes from './desk.module.css';
import { payMutation, shoppingQuery } from './queries.ts';

export function PurchaseDialog({ onDone }: { onDone: () => void }) {
  const t = useTranslations('sandboxDesk.purchase');
  const titleId = useId();
  const shopping = useQuery(shoppingQuery);
  const [card] = shopping.data?.cards ?? [];
  const [merchant] = shopping.data?.merchants ?? [];
  return (
    <Dialog labelledBy={titleId} onCancel={onDone}>
      <div className={classes.stack}>
        <h2 id={titleId} className={dialog.title}>
          {t('title')}
        </h2>
        <ProblemNotice error={shopping.error} />
        {shopping.data && card && merchant ? (
          <PurchaseForm {...shopping.data} first={{ card, merchant }} onDone={onDone} />
        ) : (
          <>
            {shopping.data && <p>{t('noCards')}</p>}
            <div className={dialog.actions}>
              <Button onClick={onDone}>{t('cancel')}</Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

interface PurchaseFormProps {
  readonly cards: readonly DeskCard[];
  readonly merchants: readonly DeskMerchant[];
  readonly first: { readonly card: DeskCard; readonly merchant: DeskMerchant };
  readonly onDone: () => void;
}

function PurchaseForm({ cards, merchants, first, onDone }: PurchaseFormProps) {
  const t = useTranslations('sandboxDesk.purchase');
  const words = useTranslations('cardPayments');
  const said = useTranslations('sandboxDesk.merchants');
  const { locale } = useLocaleControl();
  // Until the server has answered, repeated clicks are one purchase.
  const [id, setId] = useState(newIdempotencyKey);
  const form = useForm({
    start: {
      cardId: first.card.id,
      merchant: first.merchant.id,
      amount: first.merchant.amount,
      channel: first.merchant.channel,
      mistake: 'NONE' as (typeof deskMistakes)[number],
    },
    read: (values) => ({ body: { ...values, id, amount: values.amount.trim().replace(',', '.') } }),
    mutation: payMutation,
    onSent: ({ approved }) => {
      setId(newIdempotencyKey());
      if (!approved) return;
      showSnackbar(said('approved', { name: shop.name }));
      onDone();
    },
  });
  const { values, change } = form;
  const shop = merchants.find((each) => each.id === values.merchant) ?? first.merchant;
  const declineReason = form.answer?.declineReason;

  return (
    <form {...form.props} className={classes.stack}>
      <SelectField
        label={t('card')}
        value={values.cardId}
        onChange={({ target }) => change({ cardId: target.value })}
      >
        {cards.map((card) => (
          <option key={card.id} value={card.id}>
            {`${card.nameOnCard} ${card.number} · ${card.name} · ${amountText(card.available, card.currency)}`}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('merchant')}
        value={values.merchant}
        onChange={({ target }) => {
          const chosen = merchants.find((each) => each.id === target.value);
          if (chosen) change({ merchant: chosen.id, amount: chosen.amount, channel: chosen.channel });
        }}
      >
        {merchants.map((each) => (
          <option key={each.id} value={each.id}>
            {`${each.name}, ${each.city}, ${countryName(each.country, locale)}`}
          </option>
        ))}
      </SelectField>
      <TextField
        {...form.text('amount')}
        label={t('amount', { currency: shop.currency })}
        inputMode="decimal"
        autoComplete="off"
      />
      <SelectField
        label={t('channel')}
        value={values.channel}
        help={values.channel === 'OFFLINE' ? t('offline') : undefined}
        onChange={({ target }) => change({ channel: target.value as (typeof cardChannels)[number] })}
      >
        {cardChannels.map((channel) => (
          <option key={channel} value={channel}>
            {words(`channels.${channel}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('mistake')}
        value={values.mistake}
        onChange={({ target }) => change({ mistake: target.value as (typeof deskMistakes)[number] })}
      >
        {deskMistakes.map((mistake) => (
          <option key={mistake} value={mistake}>
            {t(`mistakes.${mistake}`)}
          </option>
        ))}
      </SelectField>
      <FormMessage form={form} />
      {declineReason && (
        <Notice tone="warning">{said('declined', { reason: words(`declined.${declineReason}.why`) })}</Notice>
      )}
      <div className={dialog.actions}>
        <Button onClick={onDone}>{t('cancel')}</Button>
        <Button type="submit" variant="solid" busy={form.busy}>
          {t('pay')}
        </Button>
      </div>
    </form>
  );
}
