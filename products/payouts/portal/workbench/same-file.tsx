/** The same file was uploaded before: paying it twice would be a mistake. */
import type { PayoutDetails } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { Link } from '@tanstack/react-router';

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
