/** The payments that need a receipt, as a sentence. */
import type { ReceiptRule } from '@calmly/contract';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';

export function RuleText({ rule: { above, from } }: { rule: ReceiptRule }) {
  const t = useTranslations('bookkeeping.receipts');
  const format = useFormatter();
  if (above === null || from === null) return t('none');
  return t('needed', {
    amount: amountText(above, 'EUR'),
    date: format.dateTime(dayAsDate(from), { dateStyle: 'long' }),
  });
}
