/**
 * The global snackbar: one message at a time, with a Close button, gone by itself after six seconds unless the pointer
 * or focus rests on it. Anyone may call `showSnackbar(text)`; the root renders `<Snackbar/>` once.
 */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import classes from './snackbar.module.css';

const shownForMs = 6000;

interface Message {
  readonly id: number;
  readonly text: string;
}

let message: Message | undefined;
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: Message | undefined) {
  message = next;
  for (const listener of listeners) listener();
}

/** Says something that needs no answer ('IBAN copied'). Replaces what was shown. */
export function showSnackbar(text: string): void {
  set({ id: nextId++, text });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Snackbar() {
  const t = useTranslations('ui');
  const shown = useSyncExternalStore(subscribe, () => message);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!shown || held) return;
    const timer = setTimeout(() => set(undefined), shownForMs);
    return () => clearTimeout(timer);
  }, [shown, held]);
  return (
    <div
      className={classes.place}
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown && (
        <div className={classes.bar} key={shown.id}>
          <span>{shown.text}</span>
          <button type="button" onClick={() => set(undefined)}>
            {t('close')}
          </button>
        </div>
      )}
    </div>
  );
}
