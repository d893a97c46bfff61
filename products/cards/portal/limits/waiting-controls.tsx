/** Controls awaiting approval: the changes, who decides, and a button to withdraw the request. */
import type { CardDetails } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { ControlFacts } from '../../../approvals/portal/index.ts';
import { useWaitingForCards, WaitingActions, WaitingText } from '../waiting-cards.tsx';
import classes from './limits.module.css';

export function WaitingControls({ card }: { card: CardDetails }) {
  const t = useTranslations('cards.waiting');
  const approval = useWaitingForCards().find(
    ({ subjectId, facts }) => subjectId === card.id && facts.action === 'controls',
  );
  if (!approval) return null;
  return (
    <Grid gap={12} className={classes.waiting}>
      <Notice tone="info" title={t('controls')}>
        <WaitingText approval={approval} />
      </Notice>
      <dl>
        <ControlFacts facts={approval.facts} />
      </dl>
      <WaitingActions approval={approval} title={card.name} />
    </Grid>
  );
}
