/** The number of approvals that need the person's attention, beside the link to them; hidden when there are none. */
import { useQuery } from '@tanstack/react-query';
import { inboxCountQuery } from '../../features/approvals/queries.ts';
import { useTranslations } from '../../i18n/index.tsx';
import { useSession } from '../../session/state.ts';
import classes from './shell.module.css';

const mostCounted = 99;

export function WaitingCount() {
  const t = useTranslations('shell.nav');
  const session = useSession();
  const mayAsk = session.status === 'signed-in' && session.client.state === 'ACTIVE' && session.termsAccepted;
  const count = useQuery({ ...inboxCountQuery, enabled: mayAsk }).data?.waiting ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      <span aria-hidden="true">{count > mostCounted ? `${mostCounted}+` : count}</span>
      <span className="visually-hidden">{t('waiting', { count })}</span>
    </span>
  );
}
