/** The status of a payment or request: the specification's colour and label (section 4), shown in sentence case. */
import { statusColour, statusLabel } from '@calmly/domain';
import { useTranslations } from 'use-intl';
import classes from './status-badge.module.css';

export function StatusBadge({ status }: { status: string }) {
  const t = useTranslations('statuses');
  const key = status as Parameters<typeof t>[0];
  return (
    <span className={classes.badge} data-colour={statusColour(status)}>
      <span className={classes.text}>{t.has(key) ? t(key) : statusLabel(status)}</span>
    </span>
  );
}
