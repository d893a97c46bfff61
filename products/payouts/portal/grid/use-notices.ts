/** Reports the result of an action on rows in the snackbar. */
import { useTranslations } from '@calmly/texts/index.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import type { Notices, Notify } from './range-rows.ts';

export function useNotices(): Notify {
  const t = useTranslations('payouts.bench');
  // `Notices` defines each text's parameters; the texts' own types can't follow a generic key.
  return (kind, values) => showSnackbar(t(kind as 'pastedPart', values as Notices['pastedPart']));
}
