/**
 * The selection with its totals per currency, and one button for all of it: one code confirms exactly these. Requests that can only be rejected are
 * left out of an approval, with the reason.
 */
import { type Approval, moneyOfApproval } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { useBottomBar } from '@calmly/ui/layers/bottom-bar.ts';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { totalsOf } from '../model/totals.ts';
import classes from './inbox.module.css';
import { RejectDialog } from './reject-dialog.tsx';
import type { Decisions } from './use-decisions.ts';

interface SelectionBarProps {
  chosen: readonly Approval[];
  outdatedIds: ReadonlySet<string>;
  decisions: Decisions;
  onClear: () => void;
}

export function SelectionBar({ chosen, outdatedIds, decisions, onClear }: SelectionBarProps) {
  const t = useTranslations('approvals');
  const bar = useBottomBar();
  const [rejecting, setRejecting] = useState(false);
  const approvable = chosen.filter(({ id }) => !outdatedIds.has(id));
  const leftOut = chosen.length - approvable.length;
  return (
    <section className={classes.bar} aria-label={t('chosen', { count: chosen.length })} {...bar}>
      {decisions.problem && !rejecting && <Notice tone="refusal">{decisions.problem}</Notice>}
      {leftOut > 0 && <Notice tone="warning">{t('outdatedLeftOut', { count: leftOut })}</Notice>}
      <Inline wrap gap={16} rowGap={8} align="center" justify="between">
        <Inline wrap gap={12} rowGap={4} align="center">
          <Button
            variant="quiet"
            size="s"
            icon={<IconX aria-hidden="true" />}
            aria-label={t('clear')}
            onClick={onClear}
          />
          <span role="status">{t('chosen', { count: chosen.length })}</span>
          <span className={classes.totals}>
            {totalsOf((approvable.length > 0 ? approvable : chosen).flatMap(moneyOfApproval)).map((total) => (
              <Amount key={total.currency} value={total.amount} currency={total.currency} />
            ))}
          </span>
        </Inline>
        <div className={classes.barButtons}>
          <Button onClick={() => setRejecting(true)}>{t('reject')}</Button>
          {approvable.length > 0 && (
            <Button
              variant="accent"
              icon={<IconCheck aria-hidden="true" />}
              busy={decisions.pending === 'APPROVE'}
              onClick={() => decisions.decide(approvable, 'APPROVE')}
            >
              {t(decisions.pending === 'APPROVE' ? 'approving' : 'approve')}
            </Button>
          )}
        </div>
      </Inline>
      {rejecting && (
        <RejectDialog approvals={chosen} decisions={decisions} onClose={() => setRejecting(false)} />
      )}
    </section>
  );
}
