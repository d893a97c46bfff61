/**
 * Changes the price or amount of an order in the book. A lower amount at the same price keeps its place; any other change puts it last at its price.
 */
import type { TradeOrder } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { useEditBase } from '@calmly/portal-kit/shared/form/edit-conflict.tsx';
import { MoneyDialog } from '@calmly/portal-kit/shared/form/money-fields.tsx';
import { useMoneyForm } from '@calmly/portal-kit/shared/form/use-money-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { figuresOf } from '../figures.ts';
import { readSteps, type Steps } from '../order-form/order-plan.ts';
import { amendMutation } from '../queries.ts';
import { filledOf, useOrderName } from './order-words.tsx';

export function AmendDialog({ order, onClose }: { order: TradeOrder; onClose: () => void }) {
  const t = useTranslations('market.amend');
  const name = useOrderName()(order);
  const figures = figuresOf(order.instrument);
  const { base, quote, tickMinor, lotMinor } = figures.instrument;
  const faults = useTranslations('market.form.faults');
  const { filled } = filledOf(order);
  // The order when the dialog opened: a colleague's later change is not a change of this form.
  const { base: start } = useEditBase({
    price: figures.price(figures.priceOf(order.price ?? '0')),
    amount: figures.quantity(figures.quantityOf(order.initialAmount)),
  });
  const form = useMoneyForm({
    intent: `trading.amend.${order.id}`,
    start,
    read: (values) => {
      const price = readSteps(values.price, quote, tickMinor);
      const amount = readSteps(values.amount, base, lotMinor);
      const fault = (what: 'price' | 'amount', { fault: found }: Steps, step: string) =>
        found && faults(`${what}_${found}`, { step });
      if (price.minor === undefined || amount.minor === undefined)
        return {
          faults: {
            price: fault('price', price, figures.price(tickMinor)),
            amount: fault('amount', amount, figures.quantity(lotMinor)),
          },
        };
      if (values.price === start.price && values.amount === start.amount) return { next: onClose };
      return {
        body: {
          ...(values.price !== start.price && { price: formatDecimal(price.minor, quote) }),
          ...(values.amount !== start.amount && { amount: formatDecimal(amount.minor, base) }),
        },
      };
    },
    live: true,
    mutation: amendMutation(order.id),
    onSent: () => {
      showSnackbar(t('done'));
      onClose();
    },
  });
  return (
    <MoneyDialog
      title={t('title', { name })}
      text={t('text')}
      confirm={t('confirm')}
      form={form}
      onCancel={onClose}
    >
      <TextField
        {...form.text('price')}
        inputMode="decimal"
        autoComplete="off"
        label={t('price')}
        right={quote}
        onBlur={() => form.leave('price')}
      />
      <TextField
        {...form.text('amount')}
        inputMode="decimal"
        autoComplete="off"
        label={t('amount')}
        help={t('amountHelp', { filled: `${filled} ${base}` })}
        right={base}
        onBlur={() => form.leave('amount')}
      />
    </MoneyDialog>
  );
}
