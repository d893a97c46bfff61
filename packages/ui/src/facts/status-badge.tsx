/** Badges: the status of a payment or request with the specification's colour and label (section 4), or any other word. */
import { statusColour, statusLabel } from '@calmly/domain';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from './status-badge.module.css';

/** The status looks like sentence case; the text itself is the specification's. */
export function StatusBadge({ status }: { status: string }) {
  const t = useTranslations('statuses');
  const key = status as Parameters<typeof t>[0];
  return (
    <span className={classes.badge} data-colour={statusColour(status)}>
      <span className={classes.text}>{t.has(key) ? t(key) : statusLabel(status)}</span>
    </span>
  );
}

export type BadgeColour = 'yellow' | 'orange' | 'green' | 'red' | 'blue' | 'grey';

/** A word with a coloured dot; the word alone carries the meaning. */
export function Badge({ colour, children }: { colour: BadgeColour; children: ReactNode }) {
  return (
    <span className={classes.badge} data-colour={colour}>
      {children}
    </span>
  );
}
