/** Another price or amount for an order in the book. Less at the same price keeps its turn; any other change puts it last at its price. */
import type { TradeOrder } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { useTranslations } from '../../../../i18n/index.tsx';
import { newIdempotencyKey } from '../../../../session/bank.ts';
import { readAmount } from '../../../../shared/amount/amount-input.ts';
import { FormMessage } from '../../../../shared/form/form-message.tsx';
import { useForm } from '../../../../shared/form/use-form.ts';
import { TextField } from '../../../../ui/fields/field.tsx';
import { FormDialog } from '../../../../ui/layers/form-dialog.tsx';
import { showSnackbar } from '../../../../ui/layers/snackbar.tsx';
import { figuresOf } from '../figures.ts';
import { amendMutation } from '../queries.ts';
import { filledOf, useOrderName } from './order-words.tsx';

export function AmendDialog({ order, onClose }: { order: TradeOrder; onClose: () => void }) {
  const t = useTranslations('market.amend');
  const name = useOrderName()(order);
  const figures = figuresOf(order.instrument);
  const { base, quote } = figures.instrument;
  const { filled } = filledOf(order);
  const start = {
    price: figures.price(figures.priceOf(order.price ?? '0')),
    amount: figures.quantity(figures.quantityOf(order.initialAmount)),
  };
  const form = useForm({
    start: () => ({ ...start, key: newIdempotencyKey() }),
    read: (values) => {
      const price = readAmount(values.price, quote);
      const amount = readAmount(values.amount, base);
      if (!price.ok || !amount.ok)
        return {
          faults: {
            price: price.ok ? undefined : t('priceInvalid'),
            amount: amount.ok ? undefined : t('amountInvalid'),
          },
        };
      if (values.price === start.price && values.amount === start.amount) return { next: onClose };
      return {
        body: {
          key: values.key,
          body: {
            ...(values.price !== start.price && { price: formatDecimal(price.minor, quote) }),
            ...(values.amount !== start.amount && { amount: formatDecimal(amount.minor, base) }),
          },
        },
      };
    },
    mutation: amendMutation(order.id),
    onSent: () => {
      showSnackbar(t('done'));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('title', { name })}
      text={t('text')}
      confirm={t('confirm')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <TextField
        {...form.text('price')}
        inputMode="decimal"
        autoComplete="off"
        label={t('price')}
        right={quote}
      />
      <TextField
        {...form.text('amount')}
        inputMode="decimal"
        autoComplete="off"
        label={t('amount')}
        help={t('amountHelp', { filled: `${filled} ${base}` })}
        right={base}
      />
      <FormMessage form={form} />
    </FormDialog>
  );
}
