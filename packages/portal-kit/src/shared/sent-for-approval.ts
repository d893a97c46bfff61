/** For a form whose change needs approval: names the approvers, and opens it in the inbox. */
import type { SentForApproval } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { useNavigateUnlessLeft } from './navigation/navigate-unless-left.ts';
import { useNames } from './person/names.ts';

/** `const sentText = useSentText(); … sentText(answer)`: whose approval is awaited. */
export function useSentText(): (sent: Pick<SentForApproval, 'waitingFor'>) => string {
  const t = useTranslations('approvals');
  const namesOf = useNames();
  return ({ waitingFor }) =>
    waitingFor.length > 0 ? t('sent', { names: namesOf(waitingFor) }) : t('sentToNobody');
}

/** `if (isSentForApproval(answer)) return tellSent(answer);` */
export function useTellSent(): (sent: SentForApproval) => void {
  const sentText = useSentText();
  const navigate = useNavigateUnlessLeft();
  return (sent) => {
    showSnackbar(sentText(sent));
    void navigate({ to: '/inbox', search: { view: 'REQUESTED', approval: sent.approvalId } });
  };
}
