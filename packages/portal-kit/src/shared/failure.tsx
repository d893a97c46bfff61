/**
 * A failed action without a form to show the problem in (a button in a list or a menu): a modal with an error icon and the
 * problem's text (specification section 8). Any screen may call `showFailure(error)`; each layout renders `<FailureDialog/>` once.
 */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { MessageDialog } from '@calmly/ui/layers/dialog.tsx';
import { IconAlertCircle } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { isFailure, useProblemText } from '../session/problem-text.ts';

let shown: { readonly error: unknown } | undefined;
const listeners = new Set<() => void>();

function set(next: typeof shown) {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows why an action failed. A cancelled code is no failure and shows nothing. */
export function showFailure(error: unknown): void {
  if (isFailure(error)) set({ error });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function FailureDialog() {
  const t = useTranslations('client');
  const problemText = useProblemText();
  const failure = useSyncExternalStore(subscribe, () => shown);
  if (!failure) return null;
  const close = () => set(undefined);
  return (
    <MessageDialog
      icon={<IconAlertCircle aria-hidden="true" />}
      title={t('failureTitle')}
      text={problemText(failure.error)}
      actions={
        <Button size="l" data-autofocus onClick={close}>
          {t('close')}
        </Button>
      }
      onCancel={close}
    />
  );
}
