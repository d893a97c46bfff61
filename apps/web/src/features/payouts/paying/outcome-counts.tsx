/** How many rows are paid, on the way and not paid. */
import type { PayoutSummary } from '@calmly/contract';
import { useTranslations } from '../../../i18n/index.tsx';
import { useCount } from '../words.tsx';

export function OutcomeCounts({ summary }: { summary: PayoutSummary }) {
  const t = useTranslations('payouts.results');
  const count = useCount();
  return (
    <dl>
      {(['paid', 'pending', 'failed'] as const).map((name) => (
        <div key={name} data-name={name}>
          <dt>{t(name)}</dt>
          <dd>{count(summary[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
