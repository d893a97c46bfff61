/**
 * The state of a company's check, and the provider's widget while the check is open: started with the id of the person who added the
 * company (specification section 4). Shown at the end of adding a company, and to people who act for one that is not active yet.
 */
import type { Company } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, Spinner } from '@calmly/ui/button.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconBuilding, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useSwitch } from '../profiles/index.ts';
import { IdentityCheck } from '../verification/index.ts';

export function CompanyCheck({ company }: { company: Company }) {
  const t = useTranslations('companies.check');
  const change = useSwitch();
  const [completed, setCompleted] = useState(false);
  const { id, name, state, creatorId, mayRetry } = company;
  if (state === 'ACTIVE')
    return (
      <EmptyState
        icon={<IconBuilding aria-hidden="true" />}
        title={t('activeTitle', { name })}
        text={t('activeText')}
        action={
          <Button variant="accent" busy={change.isUnderWay} onClick={() => change.to(id)}>
            {t('actFor', { name })}
          </Button>
        }
      />
    );
  if (completed || state === 'CREATED')
    return (
      <div role="status">
        <EmptyState icon={<Spinner />} title={t('waitTitle', { name })} text={t('waitText')} />
      </div>
    );
  if (state !== 'SMS_CONFIRMED' && state !== 'KYC_DECLINED')
    return (
      <EmptyState
        icon={<IconLock aria-hidden="true" />}
        title={t('closedTitle', { name })}
        text={t('closedText')}
      />
    );
  return (
    <Grid gap={24} above={32}>
      {state === 'KYC_DECLINED' && (
        <Notice tone="error" title={t('declinedTitle')}>
          {t('declinedText')}
        </Notice>
      )}
      {state === 'SMS_CONFIRMED' && mayRetry && (
        <Notice tone="warning" title={t('retryTitle')}>
          {t('retryText')}
        </Notice>
      )}
      <IdentityCheck clientId={creatorId} companyId={id} onCompleted={() => setCompleted(true)} />
    </Grid>
  );
}
