/**
 * The details of one card while they may be shown: from the two-factor code for the allowed time, not while the tab is hidden, and only for the open
 * card. They exist only in this state, so that nothing of them is left in the page afterwards.
 */
import type { RevealedCard } from '@calmly/contract';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useCallback, useEffect, useState } from 'react';
import { useSecondsLeft } from './use-seconds-left.ts';

export interface Revealed extends RevealedCard {
  readonly cardId: string;
}

/** The state for the buttons beside the card. */
export interface RevealControl {
  readonly isShown: boolean;
  readonly busy: boolean;
  readonly flip: () => void;
}

/** `load` asks for the two-factor code; its failure is shown, unless the person cancelled. `left` is whole seconds. */
export function useReveal(cardId: string, load: (id: string) => Promise<RevealedCard>) {
  const [shown, setShown] = useState<Revealed>();
  const [busy, setBusy] = useState(false);
  const hide = useCallback(() => setShown(undefined), []);
  const left = useSecondsLeft(shown?.seconds, hide);
  // When another card is opened, the details are removed in the same render.
  if (shown && shown.cardId !== cardId) setShown(undefined);

  useEffect(() => {
    if (!shown) return;
    const leave = () => document.hidden && hide();
    document.addEventListener('visibilitychange', leave);
    leave();
    // The browser may keep the page for the back button.
    addEventListener('pagehide', hide);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      removeEventListener('pagehide', hide);
    };
  }, [shown, hide]);

  const show = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const details = await load(cardId);
      if (!document.hidden) setShown({ ...details, cardId });
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { shown: shown?.cardId === cardId ? shown : undefined, left, busy, show, hide };
}
