/** The card as it will look, and what it costs. */
import type { CardOffer } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { SummaryCard, SummaryLine } from '@calmly/ui/surface.tsx';
import { Plastic } from '../face/plastic.tsx';
import { useCardNotes } from '../use-card-words.ts';
import type { CardDraft } from './draft.ts';

export function CardSummary({ draft, offer }: { draft: CardDraft; offer: CardOffer }) {
  const t = useTranslations('cardOrder.form');
  const notes = useCardNotes();
  const { kind, design, nameOnCard, name, validUntil } = draft;
  const isSingleUse = kind === 'VIRTUAL' && draft.isSingleUse;
  return (
    <SummaryCard title={name.trim() || t('summary')}>
      <Plastic
        kind={kind}
        design={design}
        lastFour=""
        nameOnCard={nameOnCard}
        expiry=""
        notes={notes({ isSingleUse, validUntil: validUntil || null })}
      />
      <SummaryLine label={t('fee')}>
        <Amount value={offer.fee} currency={offer.currency} />
      </SummaryLine>
      <SummaryLine label={t('topUpFee')}>{t('percent', { percent: offer.topUpPercent })}</SummaryLine>
      <SummaryLine label={t('ready')}>
        {t(`${offer.approvers.length > 0 ? 'readyApproved' : 'readyOf'}.${kind}`)}
      </SummaryLine>
    </SummaryCard>
  );
}
