/** Choosing a card: tabs by type, each with its purpose and price (specification section 9). */
import { type AccountChoice, cardTypes } from '@calmly/contract';
import { cardTopUpPercent, virtualCardFee } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { type KeyboardEvent, useId, useRef } from 'react';
import classes from '../onboarding.module.css';

type CardType = AccountChoice['cardType'];

interface CardTabsProps {
  value: CardType;
  ofCompany: boolean;
  onChange: (type: CardType) => void;
}

export function CardTabs({ value, ofCompany, onChange }: CardTabsProps) {
  const t = useTranslations('onboarding.account');
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = cardTypes[(cardTypes.indexOf(value) + step + cardTypes.length) % cardTypes.length];
    if (!next) return;
    onChange(next);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next}`)}`)?.focus();
  };
  return (
    <div>
      <span className={classes.legend} id={`${id}-label`}>
        {t('cards')}
      </span>
      <div ref={list} role="tablist" aria-labelledby={`${id}-label`} className={classes.tabs}>
        {cardTypes.map((type) => (
          <button
            key={type}
            id={`${id}-${type}`}
            type="button"
            role="tab"
            aria-selected={type === value}
            aria-controls={`${id}-panel`}
            tabIndex={type === value ? 0 : -1}
            onClick={() => onChange(type)}
            onKeyDown={press}
          >
            {t(type)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={classes.panel}>
        {value !== 'none' && <CardPicture plastic={value === 'plastic'} />}
        <p className={classes.panelText}>{t(`${value}Text`)}</p>
        {value !== 'none' && (
          <dl className={classes.prices}>
            <dt>{t('issue')}</dt>
            <dd>
              {value === 'virtual' ? (
                <Amount value={virtualCardFee[ofCompany ? 'company' : 'individual']} currency="EUR" />
              ) : (
                t('issueLater')
              )}
            </dd>
            <dt>{t('topUp')}</dt>
            <dd>{t('percent', { rate: cardTopUpPercent })}</dd>
          </dl>
        )}
      </div>
    </div>
  );
}

/** A small drawing of a card: ink for plastic, sand for virtual, the cropped ring behind. */
function CardPicture({ plastic }: { plastic: boolean }) {
  return (
    <svg
      className={classes.picture}
      data-plastic={plastic || undefined}
      viewBox="0 0 176 108"
      width="176"
      height="108"
      aria-hidden="true"
    >
      <rect width="176" height="108" rx="10" className={classes.pictureBase} />
      <path d="M176 24a44 44 0 1 0 0 60" fill="none" className={classes.pictureRing} strokeWidth="10" />
      <circle cx="160" cy="54" r="6" fill="#FE6B41" />
      <rect x="16" y="40" width="24" height="18" rx="4" className={classes.pictureChip} />
      <rect x="16" y="80" width="56" height="6" rx="3" className={classes.pictureChip} />
    </svg>
  );
}
