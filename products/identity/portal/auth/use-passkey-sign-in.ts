/** Passkeys on the sign-in page. Their code is loaded at the first interaction with the page; then the browser offers them in the first field. */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

interface Outcome {
  onSignedIn: () => Promise<void>;
  /** Undefined clears the displayed failure. */
  onFailure: (error: unknown) => Promise<void>;
  onDismissed: () => void;
}

const load = () => import('@calmly/portal-kit/session/passkey-sign-in.ts');
const touches = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** `ask` is for the button: it cancels the browser's own offer. `isPossible` is false in browsers without passkeys. */
export function usePasskeySignIn(form: RefObject<HTMLFormElement | null>, outcome: Outcome) {
  const isPossible = typeof globalThis.PublicKeyCredential === 'function';
  const [busy, setBusy] = useState(false);
  const offering = useRef<AbortController>(undefined);
  const remember = () => form.current !== null && new FormData(form.current).get('remember') === 'on';

  const offer = useEffectEvent(async () => {
    if (offering.current || !isPossible) return;
    const controller = new AbortController();
    offering.current = controller;
    try {
      const { offerPasskeys } = await load();
      if (await offerPasskeys(remember, controller.signal)) await outcome.onSignedIn();
    } catch (error) {
      // A page that was left, or whose automatic offer failed, shows no error.
      if (!controller.signal.aborted && isAnswer(error)) await outcome.onFailure(error);
    }
  });
  useEffect(() => {
    const begin = () => {
      for (const touch of touches) removeEventListener(touch, begin);
      void offer();
    };
    for (const touch of touches) addEventListener(touch, begin, { passive: true });
    return () => {
      for (const touch of touches) removeEventListener(touch, begin);
      offering.current?.abort();
      offering.current = undefined;
    };
  }, []);

  const ask = async () => {
    if (busy) return;
    offering.current?.abort();
    setBusy(true);
    await outcome.onFailure(undefined);
    try {
      const { signInByPasskey } = await load();
      const data = form.current ? new FormData(form.current) : undefined;
      const username = String(data?.get('username') ?? '').trim();
      if (await signInByPasskey(username, remember())) await outcome.onSignedIn();
      else outcome.onDismissed();
    } catch (error) {
      await outcome.onFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { isPossible, busy, ask: () => void ask() };
}

/** A refusal by the bank, as opposed to a failed connection. */
const isAnswer = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && error.status !== 0;
