/**
 * The details of one card while they may be seen: from the two-factor code on for as long as the bank says, not when the tab is hidden,
 * and never of another card than the open one. They are in this state alone; when they go, nothing of them is left in the page.
 */
import type { RevealedCard } from '@calmly/contract';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useCallback, useEffect, useState } from 'react';
import { useSecondsLeft } from './use-seconds-left.ts';

export interface Revealed extends RevealedCard {
  readonly cardId: string;
}

/** What the buttons beside the card need of it. */
export interface RevealControl {
  readonly isShown: boolean;
  readonly busy: boolean;
  readonly flip: () => void;
}

/**
 * `load` asks for the two-factor code; its failure is shown, unless the person gave it up. `left` is whole
 * seconds.
 */
export function useReveal(cardId: string, load: (id: string) => Promise<RevealedCard>) {
  const [shown, setShown] = useState<Revealed>();
  const [busy, setBusy] = useState(false);
  const hide = useCallback(() => setShown(undefined), []);
  const left = useSecondsLeft(shown?.seconds, hide);
  // Another card was opened: what was shown of this one goes in the same drawing.
  if (shown && shown.cardId !== cardId) setShown(undefined);

  useEffect(() => {
    if (!shown) return;
    const leave = () => document.hidden && hide();
    document.addEventListener('visibilitychange', leave);
    leave();
    // The page may be kept for the back button.
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
