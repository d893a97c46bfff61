/** Saves a statement file: at once, or prepared in the background if it is long. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { prepareMutation, sizeQuery } from './kept.ts';
import type { Period } from './period.ts';
import { type FileOrder, fileMutation } from './queries.ts';

/** Without an account, a ZIP of all. Until the size is known, the file is saved at once. */
export function useSave(period: Period, accountId?: string) {
  const t = useTranslations('statements.prepared');
  const isLong = useQuery(sizeQuery(period, accountId)).data?.isLong ?? false;
  const saving = useMutation(fileMutation);
  const preparing = useMutation({ ...prepareMutation, mutationKey: ['statements', 'prepare'] });
  return {
    isLong,
    isPending: saving.isPending || preparing.isPending,
    error: saving.error ?? preparing.error,
    save(choice: Pick<FileOrder, 'format' | 'locale'>) {
      const order = { ...period, ...choice, ...(accountId !== undefined && { id: accountId }) };
      saving.reset();
      preparing.reset();
      if (isLong) preparing.mutate(order, { onSuccess: () => showSnackbar(t('started')) });
      else saving.mutate(order);
    },
  };
}
