/**
 * Announces the page's events to screen readers: progress in quarters, the number of rows to correct, the results of payments. It stays mounted while
 * the parts of the page change, because a live region is only read out if it was there before.
 */
import type { PayoutDetails } from '@calmly/contract';
import { quarterOf } from '@calmly/portal-kit/shared/files/quarters.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { shownWarnings } from '../warnings.ts';
import { useCount } from '../words.tsx';
import type { PayoutPart } from './payout-part.ts';

export function PayoutNews({ payout, part }: { payout: PayoutDetails; part: PayoutPart }) {
  return (
    <p className="visually-hidden" role="status">
      {useNews(payout, part)}
    </p>
  );
}

function useNews(payout: PayoutDetails, part: PayoutPart): string {
  const { status, summary, progress } = payout;
  const t = useTranslations('payouts.news');
  const format = useFormatter();
  const count = useCount();
  const quarter = (done: number, of: number) =>
    format.number(quarterOf(of > 0 ? done / of : 0), { style: 'percent' });
  switch (part) {
    case 'reading':
    case 'repairing':
      return t(part, { percent: quarter(progress?.done ?? 0, progress?.of ?? 0) });
    case 'bench':
      if (summary.rows === 0) return '';
      return t(summary.faulty > 0 ? 'faulty' : shownWarnings(payout).length > 0 ? 'warned' : 'noErrors', {
        faulty: count(summary.faulty),
        rows: count(summary.rows),
      });
    case 'results': {
      const { rows, faulty, paid, failed, pending } = summary;
      if (status === 'PAYING' && !progress?.nextOn)
        return t('paying', { percent: quarter(paid + failed, rows - faulty) });
      if (status !== 'DONE') return '';
      return t('done', { paid: count(paid), pending: count(pending), failed: count(failed) });
    }
    default:
      return '';
  }
}
