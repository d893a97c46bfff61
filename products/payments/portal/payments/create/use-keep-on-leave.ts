/**
 * Saves an unfinished payment when the user leaves the form: it becomes a draft at the bank, to be continued on any device. The tab also
 * keeps its own copy, which survives a reload and the end of the session; so this does nothing once someone else is signed in.
 *
 * Not saved: what was sent (or whose outcome is unknown), what was not changed in this visit, and the replacement of a failed payment,
 * which starts from that payment again.
 */
import type { KeptForm } from '@calmly/contract';
import { getSession, useClient } from '@calmly/portal-kit/session/state.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { keepFormMutation } from '../../orders/index.ts';
import { keepDraft, type PaymentDraft, readDraft } from '../model/draft.ts';
import { toTypedForm } from '../model/kept.ts';
import { payeeName } from '../model/payee.ts';
import type { ResolvedDraft } from '../model/resolved-draft.ts';

/** Works when the component is unmounted; a failure is not shown. */
export function useKeepOnLeave({ values, payee, debtorAccount }: Omit<ResolvedDraft, 'preview'>): void {
  const t = useTranslations('orders.kept');
  const queries = useQueryClient();
  const { id: clientId } = useClient();
  const [before] = useState(() => JSON.stringify(values));
  const isHere = () => {
    const session = getSession();
    return session.status === 'signed-in' && session.client.id === clientId;
  };
  const leave = useEffectEvent(() => {
    const draft = isHere() ? readDraft() : undefined;
    if (!draft || draft.intent || values.repairOf || JSON.stringify(values) === before || !says(values))
      return;
    const kept = (form: KeptForm) => {
      const now = isHere() ? readDraft() : undefined;
      if (now) keepDraft({ ...now.values, keptId: form.id });
      showSnackbar(t('keptDraft'));
    };
    const mutation = queries.getMutationCache().build(queries, keepFormMutation);
    mutation
      .execute({
        id: values.keptId || undefined,
        kind: 'DRAFT',
        name: payee ? payeeName(payee).slice(0, 100) : '',
        form: toTypedForm(values, debtorAccount?.id ?? ''),
      })
      // Where it could not be kept at the bank, the tab still has it.
      .then(kept, () => undefined);
  });
  useEffect(() => () => leave(), []);
}

/** Whether there is anything in it that one would have to type again. */
const says = ({ amount, reference, beneficiaryId, clientAccount }: PaymentDraft): boolean =>
  [amount, reference, beneficiaryId, clientAccount].some((text) => text.trim() !== '');
