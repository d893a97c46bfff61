/** The same file was uploaded before: paying it twice would be a mistake. */
import type { PayoutDetails } from '@calmly/contract';
import { Link } from '@tanstack/react-router';
import { useTranslations } from '../../../i18n/index.tsx';
import { Notice } from '../../../ui/surface.tsx';

export function SameFile({ payout: { sameFileAs } }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.bench');
  if (!sameFileAs) return null;
  return (
    <Notice tone="warning" title={t('sameFile')}>
      <Link className="link" to="/payments/payouts/$id" params={{ id: sameFileAs }}>
        {t('openSame')}
      </Link>
    </Notice>
  );
}
