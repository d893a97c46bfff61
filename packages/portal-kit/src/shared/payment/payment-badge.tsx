/** The status of a payment, or its part in a return, because "executed" for both parts says too little. */
import type { Payment } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Badge, StatusBadge } from '@calmly/ui/facts/status-badge.tsx';
import { shownStatus } from './shown-status.ts';

type ShownPayment = Pick<Payment, 'scheme' | 'direction' | 'status' | 'returnPart'>;

export function PaymentBadge({ payment }: { payment: ShownPayment }) {
  const t = useTranslations('payments.returnParts');
  if (!payment.returnPart) return <StatusBadge status={shownStatus(payment)} />;
  return (
    <Badge colour={payment.returnPart === 'ORIGINAL' ? 'orange' : 'green'}>{t(payment.returnPart)}</Badge>
  );
}
