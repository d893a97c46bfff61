/** Keeps what is typed on the server: as a draft to be continued anywhere, or as a template for the next time. */
import type { KeptFormKind } from '@calmly/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from '../../../i18n/index.tsx';
import { useProblemText } from '../../../session/problem-text.ts';
import { showSnackbar } from '../../../ui/snackbar.tsx';
import { keepFormMutation } from '../../orders/index.ts';
import type { ResolvedDraft } from '../model/check-draft.ts';
import { toTypedForm } from '../model/kept.ts';
import { payeeName } from '../model/payee.ts';

export function KeepLinks({ draft: { values, payee, debtorAccount } }: { draft: ResolvedDraft }) {
  const t = useTranslations('orders.kept');
  const problemText = useProblemText();
  const keep = useMutation(keepFormMutation);
  const save = (kind: KeptFormKind) =>
    keep.mutate(
      {
        kind,
        name: payee ? payeeName(payee).slice(0, 100) : '',
        form: toTypedForm(values, debtorAccount?.id ?? ''),
      },
      {
        onSuccess: () => showSnackbar(t(kind === 'DRAFT' ? 'savedDraft' : 'savedTemplate')),
        onError: (problem) => showSnackbar(problemText(problem)),
      },
    );
  return (
    <>
      <button type="button" className="link" disabled={keep.isPending} onClick={() => save('DRAFT')}>
        {t('saveDraft')}
      </button>
      <button type="button" className="link" disabled={keep.isPending} onClick={() => save('TEMPLATE')}>
        {t('saveTemplate')}
      </button>
    </>
  );
}
