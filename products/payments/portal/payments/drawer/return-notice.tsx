/** For a payment that another bank returned, and for the credit that brings its money: what happened, with a link to the other one. */
import type { PaymentDetails } from '@calmly/contract';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { HelpLink } from '@calmly/ui/help-link.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { Link } from '@tanstack/react-router';

export function ReturnNotice({
  payment: { returned, returnPart, counterpartyName },
}: {
  payment: PaymentDetails;
}) {
  const t = useTranslations('paymentDrawer.return');
  const format = useFormatter();
  if (!returned || !returnPart) return null;
  const other = returnPart === 'ORIGINAL' ? returned.creditId : returned.paymentId;
  const date = format.dateTime(new Date(returned.at), { day: 'numeric', month: 'long', year: 'numeric' });
  return (
    <Notice tone="info" title={t(`${returnPart}.title`, { date })}>
      {t(`${returnPart}.text`, { name: counterpartyName })}{' '}
      {other ? (
        <Link to="/payments" search={(before: object) => ({ ...before, payment: other })} className="link">
          {t(`${returnPart}.link`)}
        </Link>
      ) : (
        t('waits')
      )}{' '}
      <HelpLink of="paymentReturned" />
    </Notice>
  );
}
