/** What a payee lacks before it can be paid: as a sentence with a link to complete it, or as a mark on a row. */
import type { Beneficiary } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './beneficiaries.module.css';

interface ReadinessProps {
  issues: Beneficiary['readiness'];
  /** The way to mend it. */
  children?: ReactNode;
}

/** Nothing for a payee that is ready. */
export function Readiness({ issues, children }: ReadinessProps) {
  const t = useTranslations('beneficiaries');
  if (issues.length === 0) return null;
  return (
    <Notice tone="warning" title={t('notReady')}>
      {issues.map((issue) => t(`issue.${issue}`)).join(' ')}
      {children}
    </Notice>
  );
}

/** Marks a payee that cannot be paid yet in a list. */
export function Incomplete() {
  const t = useTranslations('beneficiaries');
  return (
    <span className={classes.incomplete}>
      <IconAlertTriangle aria-hidden="true" />
      {t('toMend')}
    </span>
  );
}
