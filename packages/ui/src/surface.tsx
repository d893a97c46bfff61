/** Plain surfaces: cards, the sticky summary of a form, and text messages. */
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './surface.module.css';

interface CardProps {
  title?: ReactNode;
  /** At the right of the title. */
  aside?: ReactNode;
  /** Rows reach from edge to edge; the head gets a hairline under it. */
  flush?: boolean;
  children: ReactNode;
}

/** White, one hairline, no shadow. */
export function Card({ title, aside, flush, children }: CardProps) {
  return (
    <section className={classes.card} data-flush={flush || undefined}>
      {title && (
        <header className={classes.cardHead}>
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

/** The summary of a form: stays in view and updates during typing. Fill it with `SummaryLine`s. */
export function SummaryCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`${classes.card} ${classes.summary}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface SummaryLineProps {
  label: ReactNode;
  /** 13-px line under the label: the fee's rule. */
  note?: ReactNode;
  /** The total line: a hairline above, the label in ink. */
  total?: boolean;
  children: ReactNode;
}

export function SummaryLine({ label, note, total, children }: SummaryLineProps) {
  return (
    <div className={total ? `${classes.line} ${classes.total}` : classes.line}>
      <div className={classes.lineLabel}>
        {label}
        {note && <span className={classes.lineNote}>{note}</span>}
      </div>
      <div className={classes.lineValue}>{children}</div>
    </div>
  );
}

const noticeIcons = {
  warning: IconAlertTriangle,
  error: IconAlertCircle,
  refusal: IconAlertCircle,
  success: IconCircleCheck,
  info: IconClock,
};

interface NoticeProps {
  /** `refusal` is the red outlined alert (a wrong code, a failed download), announced immediately; `info` reports something under way. */
  tone: keyof typeof noticeIcons;
  title?: ReactNode;
  children?: ReactNode;
}

/** A refusal appears near the pressed button, often at the edge of the screen. */
const reveal = (refusal: HTMLElement | null) => refusal?.scrollIntoView({ block: 'nearest' });

export function Notice({ tone, title, children }: NoticeProps) {
  const Icon = noticeIcons[tone];
  return (
    <div
      ref={tone === 'refusal' ? reveal : undefined}
      className={classes.notice}
      data-tone={tone}
      role={tone === 'refusal' || tone === 'error' ? 'alert' : 'status'}
    >
      <Icon aria-hidden="true" />
      {title && <strong>{title}</strong>}
      {children && <div>{children}</div>}
    </div>
  );
}
