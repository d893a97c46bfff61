/**
 * The global snackbar: one message at a time, with a Close button and at most one action ('Undo'). It disappears after six seconds unless the pointer or focus is on it,
 * and when the reader leaves the screen where it appeared. Any code may call `showSnackbar(text)`; the root renders `<Snackbar/>` once.
 */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import classes from './snackbar.module.css';

const shownForMs = 6000;

interface SnackbarAction {
  readonly label: string;
  readonly onPress: () => void;
}

interface Message {
  readonly id: number;
  readonly text: string;
  readonly action: SnackbarAction | undefined;
  /** It has been on screen: a message shown during a change of screens belongs to the next one. */
  isSeen: boolean;
}

let message: Message | undefined;
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: Message | undefined) {
  message = next;
  for (const listener of listeners) listener();
}

/** Shows a message that needs no answer ('IBAN copied'). Replaces the previous one. `action`: available while it is shown. */
export function showSnackbar(text: string, action?: SnackbarAction): void {
  const shown = { id: nextId++, text, action, isSeen: false };
  set(shown);
  requestAnimationFrame(() => {
    shown.isSeen = true;
  });
}

/** Removes the message of the screen that the reader leaves. */
export function leaveSnackbar(): void {
  if (message?.isSeen) set(undefined);
}

/** A ref for a bar at the foot of the window that lies over the content: the snackbar appears above it, so that both can be read. */
export function footOfWindow(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--window-foot', `${bar.offsetHeight}px`));
  observer.observe(bar, { box: 'border-box' });
  return () => {
    observer.disconnect();
    style.removeProperty('--window-foot');
  };
}

const shownMessage = () => message;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Snackbar() {
  const t = useTranslations('ui');
  const shown = useSyncExternalStore(subscribe, shownMessage, shownMessage);
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
          {shown.action && (
            <button
              type="button"
              onClick={() => {
                set(undefined);
                shown.action?.onPress();
              }}
            >
              {shown.action.label}
            </button>
          )}
          <button type="button" onClick={() => set(undefined)}>
            {t('close')}
          </button>
        </div>
      )}
    </div>
  );
}
