/** Below the cards: the selected card's payments, actions and controls. */
import type { CardDetails } from '@calmly/contract';
import { isNotFound } from '@calmly/portal-kit/session/not-found.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { FactsShape, ListShape } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconCreditCardOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CardActions } from '../actions/card-actions.tsx';
import { isOpen, masked } from '../card-state.ts';
import classes from '../cards.module.css';
import type { RevealControl } from '../face/use-reveal.ts';
import { LimitsPanel } from '../limits/limits-panel.tsx';
import { cardQuery } from '../queries.ts';
import { CardNotices } from './card-notices.tsx';
import panel from './panel.module.css';
import { Transactions } from './transactions.tsx';

interface CardPanelsProps {
  id: string;
  paymentId: string | undefined;
  reveal: RevealControl;
  onPayment: (id: string | undefined) => void;
  /** Called when the card was closed, or replaced by another one. */
  onGone: (replacedBy?: string) => void;
}

export function CardPanels({ id, ...props }: CardPanelsProps) {
  const t = useTranslations('cards');
  const query = useQuery(cardQuery(id));
  if (query.data) return <Panels card={query.data} {...props} />;
  if (!query.isError)
    return (
      <Grid gap={24} align="start" className={classes.panels}>
        <ListShape rows={5} />
        <FactsShape />
      </Grid>
    );
  if (isNotFound(query.error))
    return (
      <EmptyState
        icon={<IconCreditCardOff aria-hidden="true" />}
        title={t('missingTitle')}
        text={t('missingText')}
      />
    );
  return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
}

function Panels({
  card,
  paymentId,
  reveal,
  onPayment,
  onGone,
}: Omit<CardPanelsProps, 'id'> & { card: CardDetails }) {
  return (
    <Grid gap={24} align="start" className={classes.panels}>
      <section className={panel.panel} aria-labelledby="card-title">
        <header className={panel.head}>
          <h2 id="card-title" translate="no">
            {`${card.name}, ${masked(card)}`}
          </h2>
          <CardActions card={card} reveal={reveal} onGone={onGone} />
        </header>
        <CardNotices card={card} />
        <Transactions card={card} openId={paymentId} onOpen={onPayment} onReplaced={onGone} />
      </section>
      {isOpen(card) && <LimitsPanel card={card} />}
    </Grid>
  );
}
