/** Shown instead of the portal to people who act for a company that is not active yet: the state of its check, and the check itself. */

import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { FormShape } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import classes from './companies.module.css';
import { CompanyCheck } from './company-check.tsx';
import { companyQuery } from './queries.ts';

export function CompanyCheckPage() {
  const t = useTranslations('companies.check');
  const client = useClient();
  const { data: company, error, refetch } = useQuery(companyQuery(client.id));
  if (error && !company) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!company) return <FormShape />;
  return (
    <section className={classes.alone}>
      <DocumentTitle title={t('screenTitle')} />
      <h1>{company.name}</h1>
      {company.isComplete ? (
        <CompanyCheck company={company} />
      ) : (
        <EmptyState
          icon={<IconBuilding aria-hidden="true" />}
          title={t('incompleteTitle', { name: company.name })}
          text={t('incompleteText')}
        />
      )}
    </section>
  );
}
