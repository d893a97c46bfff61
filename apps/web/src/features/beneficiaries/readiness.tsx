/** What has to be mended before a bank would take a payment to a payee, in words, with the way to mend it. */
import type { Beneficiary } from '@calmly/contract';
import type { ReactNode } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { Notice } from '../../ui/surface.tsx';

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
