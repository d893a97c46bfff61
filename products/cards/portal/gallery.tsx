/**
 * The cards of a group as pictures. They are a radio group: click or arrow keys select one, whose panels are below. Enter turns the selected one
 * over. On a phone they are in a row and the middle one is selected.
 */
import type { Card } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { centreInRow } from '@calmly/ui/lists/centre-in-row.ts';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { canReveal } from './card-state.ts';
import { CardBack } from './face/card-back.tsx';
import { Plastic } from './face/plastic.tsx';
import type { Revealed } from './face/use-reveal.ts';
import { Veil } from './face/veil.tsx';
import classes from './gallery.module.css';
import { useCardNotes, useCardState } from './use-card-words.ts';

/** Of more than this many cards, only the first are drawn until the rest are requested. */
const mostCards = 9;
const firstCards = 6;

interface GalleryProps {
  cards: readonly Card[];
  chosenId: string | undefined;
  revealed: Revealed | undefined;
  left: number;
  /** Whether to name the holders of other people's cards. */
  withHolder: boolean;
  onChoose: (id: string) => void;
  onFlip: () => void;
}

export function Gallery({ cards, chosenId, ...props }: GalleryProps) {
  const t = useTranslations('cards');
  const name = useId();
  const list = useRef<HTMLDivElement>(null);
  const phone = useMedia(breakpoints.phone);
  const [all, setAll] = useState(false);
  const shown =
    all || phone || cards.length <= mostCards
      ? cards
      : cards.filter(({ id }, at) => at < firstCards || id === chosenId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chosen card is what moves the row
  useEffect(() => {
    if (phone) centreInRow(list.current, list.current?.querySelector('[data-chosen]'));
  }, [chosenId, phone]);
  return (
    <fieldset className={classes.gallery}>
      <legend className="visually-hidden">{t('choose')}</legend>
      <div
        ref={list}
        className={classes.cards}
        onScrollEnd={({ currentTarget }) => {
          // Print may be as narrow as a phone, but nothing is swiped there.
          const isSwiped = phone && currentTarget.scrollWidth > currentTarget.clientWidth;
          const middle = isSwiped ? middleOf(currentTarget) : undefined;
          if (middle && middle !== chosenId) props.onChoose(middle);
        }}
      >
        {shown.map((card) => (
          <GalleryCard key={card.id} {...props} name={name} card={card} isChosen={card.id === chosenId} />
        ))}
      </div>
      {shown.length < cards.length && (
        <Button className={classes.all} onClick={() => setAll(true)}>
          {t('showAll', { count: cards.length })}
        </Button>
      )}
    </fieldset>
  );
}

/** The id of the card nearest to the middle of the row. */
function middleOf(row: HTMLElement): string | undefined {
  const { left, width } = row.getBoundingClientRect();
  const distance = (each: HTMLElement) => {
    const box = each.getBoundingClientRect();
    return Math.abs(box.left + box.width / 2 - left - width / 2);
  };
  return [...row.querySelectorAll<HTMLElement>('[data-card]')].sort((a, b) => distance(a) - distance(b))[0]
    ?.dataset.card;
}

interface GalleryCardProps extends Omit<GalleryProps, 'cards' | 'chosenId'> {
  card: Card;
  name: string;
  isChosen: boolean;
}

function GalleryCard(props: GalleryCardProps) {
  const { card, name, isChosen, revealed, left, withHolder, onChoose, onFlip } = props;
  const t = useTranslations('cards');
  const state = useCardState();
  const notes = useCardNotes();
  const hint = useId();
  const back = isChosen ? revealed : undefined;
  const { title, text } = state(card) ?? {};
  const label = [
    card.name,
    t('endingIn', { lastFour: card.lastFour }),
    t(`kinds.${card.kind}`),
    ...notes(card),
    title,
    withHolder && card.holder.name,
    amountText(card.available, card.currency),
  ];
  return (
    <div
      className={classes.card}
      data-card={card.id}
      data-chosen={isChosen || undefined}
      data-turned={back ? '' : undefined}
    >
      <div className={classes.scene}>
        <input
          type="radio"
          className={classes.choice}
          name={name}
          checked={isChosen}
          aria-label={label.filter(Boolean).join(', ')}
          aria-describedby={canReveal(card) ? hint : undefined}
          onChange={() => onChoose(card.id)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !canReveal(card)) return;
            event.preventDefault();
            onFlip();
          }}
        />
        <div className={classes.sides}>
          <div className={classes.front}>
            <Plastic {...card} notes={notes(card)} veiled={title !== undefined} />
            {title && <Veil card={card} title={title} text={text} />}
          </div>
          {back && (
            <div className={classes.back}>
              <CardBack design={card.design} details={back} left={left} onHide={onFlip} />
            </div>
          )}
        </div>
      </div>
      <p className={classes.caption} aria-hidden="true">
        <span>
          {card.name}
          {withHolder && <small>{card.holder.name}</small>}
        </span>
        <Amount value={card.available} currency={card.currency} />
      </p>
      <span id={hint} hidden>
        {t('flipHint')}
      </span>
    </div>
  );
}
