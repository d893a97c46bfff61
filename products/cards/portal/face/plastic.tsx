/** The drawn front of a card: the bank's name, kind, masked number, name, expiry and our own mark. It fills the given width. */
import type { CardDesign, CardKind } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { LogoMark } from '@calmly/ui/pictures/logo-mark.tsx';
import classes from './plastic.module.css';

export interface PlasticProps {
  design: CardDesign;
  kind: CardKind;
  /** Empty if there is no number yet. */
  lastFour: string;
  nameOnCard: string;
  expiry: string;
  /** Special properties: single use, last day. */
  notes?: readonly string[];
  /** Whether text is shown over it (`Veil`), which hides the number. */
  veiled?: boolean;
}

/** A decorative picture: its content is also given as text. */
export function Plastic({
  design,
  kind,
  lastFour,
  nameOnCard,
  expiry,
  notes = [],
  veiled = false,
}: PlasticProps) {
  const t = useTranslations('cards');
  return (
    <div
      className={classes.plastic}
      data-design={design}
      data-veiled={veiled ? '' : undefined}
      translate="no"
      aria-hidden="true"
    >
      <Ring />
      <div className={classes.print}>
        <div className={classes.top}>
          <span className={classes.brand}>
            <LogoMark />
            calmly
          </span>
          <span className={classes.kind}>
            {t(`kinds.${kind}`)}
            {notes.map((note) => (
              <span key={note}>{note}</span>
            ))}
          </span>
        </div>
        {!veiled && (
          <>
            {kind === 'PLASTIC' && <Chip />}
            <Masked lastFour={lastFour} />
            <div className={classes.foot}>
              <Text as="span" wrap="cut">
                {nameOnCard}
              </Text>
              <span>{expiry}</span>
              <Mark />
            </div>
          </>
        )}
      </div>
    </div>
  );
}

/** `•••• •••• •••• 4471` */
function Masked({ lastFour }: { lastFour: string }) {
  return (
    <p className={classes.number}>
      {['one', 'two', 'three'].map((group) => (
        <span key={group} className={classes.dots}>
          ••••
        </span>
      ))}
      {lastFour || <span className={classes.dots}>••••</span>}
    </p>
  );
}

/** The ring of the logo, large and cropped. */
export function Ring() {
  return (
    <svg className={classes.ring} viewBox="0 0 100 100" aria-hidden="true">
      <circle cx="50" cy="50" r="40" fill="none" stroke="currentColor" strokeWidth="16" />
    </svg>
  );
}

function Chip() {
  return (
    <svg className={classes.chip} viewBox="0 0 36 28" aria-hidden="true">
      <rect width="36" height="28" rx="6" fill="currentColor" fillOpacity="0.85" />
      <path
        d="M0 10h11v8H0M36 10H25v8h11M11 10l4-4V0M25 10l-4-4V0M11 18l4 4v6M25 18l-4 4v6"
        fill="none"
        stroke="var(--plastic)"
        strokeWidth="1.4"
      />
    </svg>
  );
}

/** Replaces a scheme's mark: our dot with its waves. */
function Mark() {
  return (
    <svg className={classes.mark} viewBox="0 0 32 28" aria-hidden="true">
      <circle cx="5" cy="14" r="4.6" className={classes.markDot} />
      <path
        d="M13.6 7.6a9 9 0 0 1 0 12.8M20.8 2.4a16 16 0 0 1 0 23.2"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
  );
}
