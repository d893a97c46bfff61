/** The numbers of rows that are paid, pending, not paid and left out. */
import type { PayoutSummary } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { useCount } from '../words.tsx';

export function OutcomeCounts({ summary }: { summary: PayoutSummary }) {
  const t = useTranslations('payouts.results');
  const count = useCount();
  return (
    <dl>
      {(['paid', 'pending', 'failed', 'leftOut'] as const).map((name) => {
        const rows = name === 'leftOut' ? summary.faulty : summary[name];
        return (
          <div key={name} {...(rows > 0 && { 'data-name': name })}>
            <dt>{t(name)}</dt>
            <dd>{count(rows)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
