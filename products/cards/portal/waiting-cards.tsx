/**
 * New cards awaiting approval, drawn faintly: the person's own among their cards, the others with the team's. Details and the decision are on the
 * approval's page.
 */
import type { Approval, CardDesign } from '@calmly/contract';
import { cardDesigns } from '@calmly/contract';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useNames } from '@calmly/portal-kit/shared/person/names.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openRequestsQuery } from '../../approvals/portal/index.ts';
import { Plastic } from './face/plastic.tsx';
import type { CardGroup } from './queries.ts';
import classes from './waiting-cards.module.css';

const RecallDialog = onDemand(async () => (await import('../../approvals/portal/index.ts')).RecallDialog);

/** Pending approvals about cards; none in the own profile, where nobody approves. */
export function useWaitingForCards(): readonly Approval[] {
  const isCompany = useClient().role === 'LEGAL';
  return useQuery({ ...openRequestsQuery('card'), enabled: isCompany }).data ?? [];
}

export function WaitingCards({ group }: { group: CardGroup }) {
  const t = useTranslations('cards.waiting');
  const waiting = useWaitingForCards().filter(
    ({ facts, canRecall }) => facts.action === 'issue' && group === (canRecall ? 'MINE' : 'TEAM'),
  );
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="cards-waiting">
      <h2 id="cards-waiting" className={classes.heading}>
        {t('title')}
      </h2>
      <Grid as="ul" gap={12}>
        {waiting.map((approval) => (
          <WaitingCard key={approval.id} approval={approval} />
        ))}
      </Grid>
    </section>
  );
}

function WaitingCard({ approval }: { approval: Approval }) {
  const t = useTranslations('cards.waiting');
  const { facts } = approval;
  return (
    <li className={classes.row}>
      <div className={classes.picture}>
        <Plastic
          kind={facts.cardKind === 'PLASTIC' ? 'PLASTIC' : 'VIRTUAL'}
          design={designOf(facts.design)}
          lastFour=""
          nameOnCard=""
          expiry=""
        />
      </div>
      <div className={classes.words}>
        <strong>{facts.name}</strong>
        {!approval.canRecall && <span>{t('for', { name: facts.holder ?? '' })}</span>}
        <WaitingText approval={approval} />
      </div>
      <WaitingActions approval={approval} title={facts.name ?? ''} />
    </li>
  );
}

const designOf = (name: string | undefined): CardDesign => cardDesigns.find((each) => each === name) ?? 'ink';

/** The people whose approval it needs. */
export function WaitingText({ approval: { state, waitingFor } }: { approval: Approval }) {
  const t = useTranslations('cards.waiting');
  const namesOf = useNames();
  return <span>{state === 'BLOCKED' ? t('blocked') : t('by', { names: namesOf(waitingFor) })}</span>;
}

/** Opens the approval, or withdraws one's own request. */
export function WaitingActions({ approval, title }: { approval: Approval; title: string }) {
  const t = useTranslations('cards.waiting');
  const [asking, setAsking] = useState(false);
  const { id, canRecall, canDecide } = approval;
  return (
    <Inline wrap gap={8}>
      <ButtonLink
        size="s"
        to="/inbox"
        search={{ view: canDecide ? 'WAITING' : 'REQUESTED', approval: id }}
        aria-label={`${t(canDecide ? 'decide' : 'show')}: ${title}`}
      >
        {t(canDecide ? 'decide' : 'show')}
      </ButtonLink>
      {canRecall && (
        <Button size="s" aria-label={`${t('withdraw')}: ${title}`} onClick={() => setAsking(true)}>
          {t('withdraw')}
        </Button>
      )}
      {asking && <RecallDialog approval={approval} onClose={() => setAsking(false)} />}
    </Inline>
  );
}
