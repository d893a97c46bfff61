/** The profile's tab "Approvals": the company's policy in sentences, what of it is being changed, and the way to change it. */
import { changePolicy, holdsRight } from '@calmly/contract';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { useMoment } from '../../../session/moment.ts';
import { useNames } from '../../../session/names.ts';
import { useClient } from '../../../session/state.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Card, Notice } from '../../../ui/surface.tsx';
import { policyQuery } from '../queries.ts';
import classes from './policy.module.css';
import { PolicyEditor } from './policy-editor.tsx';
import { PolicyTrial } from './policy-preview.tsx';
import { PolicyView } from './policy-view.tsx';

export function PolicyTab() {
  const t = useTranslations('approvals.policy');
  const momentOf = useMoment();
  const approvals = useTranslations('approvals');
  const client = useClient();
  const query = useQuery(policyQuery);
  const namesOf = useNames();
  const [editing, setEditing] = useState(false);
  const policy = query.data;
  if (query.isError && !policy)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!policy) return <div className={classes.shape} role="status" aria-label={t('title')} />;

  const mayChange = holdsRight(client, changePolicy.right);
  const { pendingApprovalId, version, changedAt, changedBy } = policy;
  return (
    <Card title={t('title')}>
      <p className={classes.lead}>{t('lead')}</p>
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
      {editing ? (
        <PolicyEditor policy={policy} onDone={() => setEditing(false)} />
      ) : (
        <div className={classes.editor}>
          <div>
            {version === 0 ? <p>{t('byDefault')}</p> : <PolicyView policy={policy} />}
            {changedAt !== null && changedBy && (
              <p className={classes.small}>
                {t('changedBy', { name: changedBy.name, when: approvals('when', momentOf(changedAt)) })}
              </p>
            )}
            <div className={classes.edit}>
              <Button
                icon={<IconPencil aria-hidden="true" />}
                disabled={!mayChange || pendingApprovalId !== null}
                aria-describedby={mayChange ? undefined : 'policy-who'}
                onClick={() => setEditing(true)}
              >
                {t('edit')}
              </Button>
              {!mayChange && (
                <p id="policy-who" className={classes.small}>
                  {t('onlyBoss', { names: namesOf(policy.people.filter(({ isBoss }) => isBoss)) })}
                </p>
              )}
            </div>
          </div>
          <PolicyTrial people={policy.people} rules={undefined} />
        </div>
      )}
    </Card>
  );
}
