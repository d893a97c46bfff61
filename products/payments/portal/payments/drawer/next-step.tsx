/** Under the header of a payment that failed or was returned: what to do about it. The button for it is in the footer. */
import type { PaymentDetails } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { HelpLink } from '@calmly/ui/help-link.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { reasonToAct } from '../model/next-step.ts';

export function NextStep({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('paymentDrawer');
  const reason = reasonToAct(payment);
  if (!reason || payment.replacedBy) return null;
  return (
    <Notice tone="warning" title={t('nextStep.title')}>
      {t(`nextStep.${reason}`, { name: payment.creditorName })} <HelpLink of="paymentRejected" />
    </Notice>
  );
}
