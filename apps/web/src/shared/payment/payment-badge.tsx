/** The status of a payment, or its part in a return: both parts are executed, which says too little. */
import type { Payment } from '@calmly/contract';
import { useTranslations } from '../../i18n/index.tsx';
import { Badge, StatusBadge } from '../../ui/facts/status-badge.tsx';

export function PaymentBadge({ payment }: { payment: Pick<Payment, 'status' | 'returnPart'> }) {
  const t = useTranslations('payments.returnParts');
  if (!payment.returnPart) return <StatusBadge status={payment.status} />;
  return (
    <Badge colour={payment.returnPart === 'ORIGINAL' ? 'orange' : 'green'}>{t(payment.returnPart)}</Badge>
  );
}
