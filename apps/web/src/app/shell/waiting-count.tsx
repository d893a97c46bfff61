/** The number of approvals that need the person's attention, or of unread answers, beside the link to them; hidden when there are none. */

import { useSession } from '@calmly/portal-kit/session/state.ts';
import { inboxCountQuery } from '@calmly/products/approvals/portal/queries.ts';
import { unreadQuery } from '@calmly/products/support/portal/support/queries.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { countText } from '@calmly/ui/facts/count-text.ts';
import { useQuery } from '@tanstack/react-query';
import classes from './shell.module.css';

export function WaitingCount({ of }: { of: 'approvals' | 'answers' }) {
  const t = useTranslations('shell.nav');
  const session = useSession();
  const mayAsk = session.status === 'signed-in' && session.client.state === 'ACTIVE' && session.termsAccepted;
  const isInbox = of === 'approvals';
  const approvals = useQuery({ ...inboxCountQuery, enabled: mayAsk && isInbox }).data?.waiting ?? 0;
  const answers = useQuery({ ...unreadQuery, enabled: mayAsk && !isInbox }).data?.count ?? 0;
  const count = isInbox ? approvals : answers;
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      <span aria-hidden="true">{countText(count)}</span>
      <span className="visually-hidden">{t(isInbox ? 'waiting' : 'unread', { count })}</span>
    </span>
  );
}
