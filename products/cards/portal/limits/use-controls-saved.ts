/** The message after controls were changed: saved, or whose approval they need. */
import { type CardDetails, isSentForApproval, type SentForApproval } from '@calmly/contract';
import { useNames } from '@calmly/portal-kit/shared/person/names.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';

/** `const tellSaved = useControlsSaved(); … tellSaved(answer)`; a saved switch needs no message. */
export function useControlsSaved(): (answer: CardDetails | SentForApproval, quiet?: boolean) => void {
  const t = useTranslations('cards.limits');
  const approvals = useTranslations('approvals');
  const namesOf = useNames();
  return (answer, quiet = false) => {
    if (isSentForApproval(answer)) showSnackbar(approvals('sent', { names: namesOf(answer.waitingFor) }));
    else if (!quiet) showSnackbar(t('saved', { name: answer.name }));
  };
}
