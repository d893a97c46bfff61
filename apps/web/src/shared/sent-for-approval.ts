/** What a form does if its change needs approval: says whose, and opens it in the inbox. */
import type { SentForApproval } from '@calmly/contract';
import { useTranslations } from '../i18n/index.tsx';
import { showSnackbar } from '../ui/layers/snackbar.tsx';
import { useNavigateUnlessLeft } from './navigation/navigate-unless-left.ts';
import { useNames } from './person/names.ts';

/** `if (isSentForApproval(answer)) return tellSent(answer);` */
export function useTellSent(): (sent: SentForApproval) => void {
  const t = useTranslations('approvals');
  const navigate = useNavigateUnlessLeft();
  const namesOf = useNames();
  return ({ approvalId, waitingFor }) => {
    showSnackbar(t('sent', { names: namesOf(waitingFor) }));
    void navigate({ to: '/inbox', search: { view: 'REQUESTED', approval: approvalId } });
  };
}
