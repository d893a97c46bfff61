/**
 * `/cards`: the cards of a group as pictures, with the selected card's payments and controls below. The selected card, the group and the open payment
 * are in the URL.
 */
import { type Card, issueCard, listCards } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { useSearchChange } from '@calmly/portal-kit/shared/navigation/use-search-change.ts';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { MoreRows } from '@calmly/ui/lists/rows.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { Shapes } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconCreditCardOff, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './cards.module.css';
import { useReveal } from './face/use-reveal.ts';
import gallery from './gallery.module.css';
import { Gallery } from './gallery.tsx';
import { CardPanels } from './panel/card-panels.tsx';
import { type CardGroup, cardGroups, cardsQuery, revealDetails } from './queries.ts';
import { ReceiptRulesButton } from './receipts/rules-button.tsx';
import { WaitingCards } from './waiting-cards.tsx';

const KeptDialog = onDemand(async () => (await import('./actions/kept-dialog.tsx')).KeptDialog);

export interface CardsSearch {
  readonly card?: string | undefined;
  readonly group?: CardGroup | undefined;
  /** A payment of the card, open in the drawer. */
  readonly payment?: string | undefined;
}

export function CardsPage({ search }: { search: CardsSearch }) {
  const t = useTranslations('cards');
  const { held, reason } = useRight(listCards);
  if (held) return <Cards search={search} />;
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState icon={<IconCreditCardOff aria-hidden="true" />} title={t('notAllowed')} text={reason} />
    </>
  );
}

function Cards({ search }: { search: CardsSearch }) {
  const t = useTranslations('cards');
  const changeSearch = useSearchChange();
  const group = search.group ?? 'MINE';
  const list = useInfiniteQuery(cardsQuery(group));
  const counts = list.data?.pages.at(-1)?.Counts;
  const cards = list.isPlaceholderData ? undefined : list.data?.pages.flatMap((page) => page.Items);
  // The empty page has the button in its middle.
  const isFirst = group === 'MINE' && cards?.length === 0;
  const firstId = useFirstCard(group, cards);
  const chosenId = search.card ?? firstId;
  const reveal = useReveal(chosenId ?? '', revealDetails);
  const choose = (card?: string) => changeSearch((now) => ({ group: now.group, card }));
  // Opening a payment adds a history entry, so that back closes it; stepping to the next and closing do not.
  const openPayment = (payment?: string) =>
    changeSearch((now) => ({ ...now, ...(payment && { card: chosenId }), payment }), {
      replace: payment === undefined || search.payment !== undefined,
    });
  const [isExplained, setExplained] = useState(false);
  const chosen = cards?.find(({ id }) => id === chosenId);
  const flip = () => {
    if (chosen?.numberAtProcessor) setExplained(true);
    else if (reveal.shown) reveal.hide();
    else void reveal.show();
  };
  const groups = cardGroups.filter((each) => each !== 'TEAM' || group === 'TEAM' || counts?.team);
  const countOf = (each: CardGroup) =>
    counts?.[each === 'MINE' ? 'mine' : each === 'TEAM' ? 'team' : 'closed'];

  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} phoneAction={<NewCardLink label={t('new')} iconOnly />} />
      <Inline wrap gap={16} rowGap={8} align="center" justify="between" className={classes.bar}>
        <Segments
          label={t('groups.label')}
          size="s"
          value={group}
          options={groups.map((each) => ({
            value: each,
            label: [t(`groups.${each}`), countOf(each)].filter((part) => part !== undefined).join(' '),
          }))}
          onChange={(next) => changeSearch(() => ({ group: next === 'MINE' ? undefined : next }))}
        />
        {!isFirst && (
          <Inline gap={8} align="center">
            <ReceiptRulesButton />
            <div className={classes.notOnPhone}>
              <NewCardLink label={t('new')} />
            </div>
          </Inline>
        )}
      </Inline>
      <WaitingCards group={group} />
      {list.isError && !cards ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : !cards ? (
        <GalleryShape />
      ) : (
        <>
          {cards.length > 0 && (
            <Gallery
              key={group}
              cards={cards}
              chosenId={chosenId}
              revealed={reveal.shown}
              left={reveal.left}
              withHolder={group === 'TEAM'}
              onChoose={choose}
              onFlip={flip}
            />
          )}
          <MoreRows query={list} />
          {chosenId ? (
            <CardPanels
              key={chosenId}
              id={chosenId}
              paymentId={search.payment}
              reveal={{ isShown: reveal.shown !== undefined, busy: reveal.busy, flip }}
              onPayment={openPayment}
              onGone={choose}
            />
          ) : (
            <NoCards group={group} />
          )}
          {isExplained && chosen && <KeptDialog kind={chosen.kind} onClose={() => setExplained(false)} />}
        </>
      )}
    </div>
  );
}

/**
 * The card selected if the address names none: the first active one. It stays selected while it is in the list, so that the buttons below do not
 * switch to another card when it is blocked.
 */
function useFirstCard(group: CardGroup, cards: readonly Card[] | undefined): string | undefined {
  const [kept, setKept] = useState<{ group: CardGroup; id: string | undefined }>();
  const isKept = kept?.group === group && cards?.some(({ id }) => id === kept.id);
  if (!cards || isKept) return isKept ? kept.id : undefined;
  const id = (cards.find(({ status }) => status === 'ACTIVE') ?? cards[0])?.id;
  if (kept?.group !== group || kept.id !== id) setKept({ group, id });
  return id;
}

function NewCardLink({ label, iconOnly = false }: { label: string; iconOnly?: boolean }) {
  return (
    <NeedsRight endpoint={issueCard} label={label} align="end" iconOnly={iconOnly}>
      <ButtonLink
        to="/cards/new"
        variant="accent"
        icon={<IconPlus aria-hidden="true" />}
        {...(iconOnly ? { 'aria-label': label } : { children: label })}
      />
    </NeedsRight>
  );
}

function NoCards({ group }: { group: CardGroup }) {
  const t = useTranslations('cards.empty');
  return (
    <EmptyState
      drawing={<Drawing name="card" />}
      title={t(`${group}.title`)}
      text={t(`${group}.text`)}
      action={group === 'MINE' && <NewCardLink label={t('action')} />}
    />
  );
}

function GalleryShape() {
  return (
    <Shapes>
      <div className={gallery.gallery}>
        <div className={gallery.cards}>
          {['one', 'two', 'three'].map((place) => (
            <div key={place} className={gallery.card}>
              <div className={gallery.shape} />
            </div>
          ))}
        </div>
      </div>
    </Shapes>
  );
}
