/** Tells the reader in the snackbar what became of a range of rows. */
import { useTranslations } from '@calmly/texts/index.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import type { Notices, Notify } from './range-rows.ts';

export function useNotices(): Notify {
  const t = useTranslations('payouts.bench');
  // `Notices` says which figures each text takes; the texts' own types can't follow a generic key.
  return (kind, values) => showSnackbar(t(kind as 'pastedPart', values as Notices['pastedPart']));
}
