/** The new card, and the next steps. */
import type { CardDetails } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { useEffect, useRef } from 'react';
import { Plastic } from '../face/plastic.tsx';
import { useCardNotes } from '../use-card-words.ts';
import classes from './create.module.css';

export function DoneStep({ card }: { card: CardDetails }) {
  const t = useTranslations('cardOrder.done');
  const notes = useCardNotes();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const group = card.isMine ? {} : ({ group: 'TEAM' } as const);
  return (
    <Grid as="section" gap={12} items="center" className={classes.done}>
      <div className={classes.picture}>
        <Plastic {...card} notes={notes(card)} />
      </div>
      <h2 ref={title} tabIndex={-1}>
        {t(`title.${card.kind}`, { name: card.name })}
      </h2>
      <p>{t(`text.${card.kind}`)}</p>
      <ButtonLink to="/cards" search={{ ...group, card: card.id }} variant="accent" size="l">
        {t('show')}
      </ButtonLink>
    </Grid>
  );
}
