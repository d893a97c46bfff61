/** A link back to the list, and the open payout. */

import { ConfidentialMark } from '@calmly/portal-kit/shared/confidential-mark.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './payout.module.css';

interface CrumbsProps {
  name: ReactNode;
  isOld?: boolean;
  isConfidential?: boolean;
}

export function Crumbs({ name, isOld = false, isConfidential = false }: CrumbsProps) {
  const t = useTranslations('payouts');
  return (
    <Inline gap={8} align="center" shrink className={classes.crumbs}>
      {isOld ? (
        <Link to="/payments/payouts/old/{-$id}" params={{ id: undefined }}>
          {t('title')}
        </Link>
      ) : (
        <Link to="/payments/payouts">{t('title')}</Link>
      )}
      <IconChevronRight aria-hidden="true" />
      {name}
      {isConfidential && <ConfidentialMark />}
    </Inline>
  );
}
