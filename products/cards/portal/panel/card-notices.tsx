/** Notices for the holder above a card's payments: delivery, a lock, a debt, its replacement. */
import type { CardDetails } from '@calmly/contract';
import { countryName, isZeroDecimal } from '@calmly/domain';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { Stepper } from '@calmly/ui/facts/stepper.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { Link } from '@tanstack/react-router';
import { useDayText } from '../use-card-words.ts';
import panel from './panel.module.css';

const deliverySteps = ['PREPARING', 'SHIPPED', 'DELIVERED'] as const;

export function CardNotices({ card }: { card: CardDetails }) {
  const t = useTranslations('cards.notices');
  const { status, lock, owed, currency, replacedBy, delivery } = card;
  const owes = !isZeroDecimal(owed);
  const isOnItsWay = delivery && status === 'ORDERED';
  if (status !== 'LOCKED' && !owes && !isOnItsWay && !replacedBy && status !== 'EXPIRED') return null;
  return (
    <div className={panel.notices}>
      {isOnItsWay && <Delivery delivery={delivery} isMine={card.isMine} />}
      {status === 'LOCKED' && (
        <Notice tone="warning" title={t(`lock.${lock ?? 'bank'}.title`)}>
          {t(`lock.${lock ?? 'bank'}.text`)}
        </Notice>
      )}
      {status === 'EXPIRED' && (
        <Notice tone="warning" title={t('expired.title')}>
          {t(
            lock === null
              ? 'expired.text'
              : lock === 'receipts_missing'
                ? 'expired.receipts'
                : 'expired.locked',
          )}
        </Notice>
      )}
      {owes && (
        <Notice tone="warning" title={t('owed.title', { amount: amountText(owed, currency) })}>
          {t('owed.text')}
        </Notice>
      )}
      {replacedBy && (
        <Notice tone="info">
          {t.rich(status === 'CLOSED' ? 'replaced' : 'renewed', {
            link: (words) => (
              <Link className="link" to="/cards" search={{ card: replacedBy }}>
                {words}
              </Link>
            ),
          })}
        </Notice>
      )}
    </div>
  );
}

interface DeliveryProps {
  delivery: NonNullable<CardDetails['delivery']>;
  isMine: boolean;
}

function Delivery({ delivery, isMine }: DeliveryProps) {
  const t = useTranslations('cards.delivery');
  const { locale } = useLocaleControl();
  const day = useDayText();
  const { status, address, trackingNumber, expectedOn } = delivery;
  const { line, postCode, city, country } = address;
  return (
    <div className={panel.delivery}>
      <Stepper
        row
        label={t('label')}
        steps={deliverySteps.map((step) => ({ key: step, title: t(`steps.${step}`) }))}
        current={status}
        isOver={status === 'DELIVERED'}
      />
      <p>
        {t(status === 'DELIVERED' ? 'delivered' : 'expected', {
          date: day(expectedOn),
          address: [line, `${postCode} ${city}`, countryName(country, locale)].join(', '),
        })}
        {trackingNumber && ` ${t('tracking', { number: trackingNumber })}`}
        {isMine && ` ${t('activate')}`}
      </p>
    </div>
  );
}
