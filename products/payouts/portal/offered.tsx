/** The screens of payouts if the bank offers them, otherwise a page that explains alternatives. */

import { ComingSoonPage } from '@calmly/portal-kit/errors/index.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { ListShape } from '@calmly/ui/pictures/shapes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { offeredQuery } from './queries.ts';

export function PayoutsOffered({ children }: { children: ReactNode }) {
  const t = useTranslations('payouts');
  const offered = useQuery(offeredQuery);
  if (offered.data) return children;
  if (offered.data === false) return <ComingSoonPage part="payouts" />;
  return (
    <>
      <PageHeader title={t('title')} />
      {offered.isError ? (
        <ErrorState error={offered.error} onRetry={() => void offered.refetch()} />
      ) : (
        <ListShape rows={6} />
      )}
    </>
  );
}
