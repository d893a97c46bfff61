/** The profile's tab "Approvals": the company's policy in sentences, its pending change, and the button to change it. */
import { changePolicy } from '@calmly/contract';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { FactsShape } from '@calmly/ui/pictures/shapes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card, Notice } from '@calmly/ui/surface.tsx';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMoment } from '../moment.ts';
import { policyQuery } from '../queries.ts';
import classes from './policy.module.css';
import { PolicyEditor } from './policy-editor.tsx';
import { PolicyTrial } from './policy-preview.tsx';
import { PolicyView } from './policy-view.tsx';

export function PolicyTab() {
  const t = useTranslations('approvals.policy');
  const momentOf = useMoment();
  const approvals = useTranslations('approvals');
  const format = useFormatter();
  const query = useQuery(policyQuery);
  const [editing, setEditing] = useState(false);
  const policy = query.data;
  if (query.isError && !policy)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!policy) return <FactsShape />;

  const { pendingApprovalId, version, changedAt, changedBy, absent } = policy;
  return (
    <Card title={t('title')}>
      <Text tone="soft" above={8} className={classes.lead}>
        {t('lead')}
      </Text>
      {pendingApprovalId !== null && (
        <div className={classes.notice}>
          <Notice tone="info" title={t('pending')}>
            {t('pendingText')}{' '}
            <Link to="/inbox" search={{ approval: pendingApprovalId }}>
              {t('pendingLink')}
            </Link>
          </Notice>
        </div>
      )}
      {version > 0 && absent.length > 0 && (
        <div className={classes.notice}>
          <Notice tone="warning" title={t('absent', { names: format.list(absent.map(({ name }) => name)) })}>
            {t('absentText')}
          </Notice>
        </div>
      )}
      {editing ? (
        <PolicyEditor policy={policy} onDone={() => setEditing(false)} />
      ) : (
        <div className={classes.editor}>
          <div>
            {version === 0 ? <p>{t('byDefault')}</p> : <PolicyView policy={policy} />}
            {changedAt !== null && changedBy && (
              <Text size={13} tone="soft" above={24}>
                {t('changedBy', { name: changedBy.name, when: approvals('when', momentOf(changedAt)) })}
              </Text>
            )}
            <p className={classes.edit}>
              <NeedsRight endpoint={changePolicy} label={t('edit')}>
                <Button
                  icon={<IconPencil aria-hidden="true" />}
                  disabled={pendingApprovalId !== null}
                  onClick={() => setEditing(true)}
                >
                  {t('edit')}
                </Button>
              </NeedsRight>
            </p>
          </div>
          <PolicyTrial people={policy.people} rules={undefined} />
        </div>
      )}
    </Card>
  );
}
