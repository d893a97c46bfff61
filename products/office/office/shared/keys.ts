/**
 * Keys of the office: single letters (`j`), and two in a row (`g i`). They are physical positions, so they work in every alphabet. While a person types or a
 * dialog is open they do nothing.
 */
import { useEffect, useEffectEvent } from 'react';

/** How long the second key may take. */
const secondKeyMs = 1_500;

export interface Pressed {
  readonly code: string;
  readonly key: string;
  readonly shiftKey: boolean;
}

/** `KeyJ` is `j`; the question mark is `?`, wherever an alphabet has it. */
export function nameOf({ code, key, shiftKey }: Pressed): string | undefined {
  if (key === '?' || (code === 'Slash' && shiftKey)) return '?';
  return /^Key[A-Z]$/.test(code) && !shiftKey ? code.slice(3).toLowerCase() : undefined;
}

/** What a key means after the key before it: one of `known`, or the beginning of one, or nothing. */
export function meaningOf(
  known: readonly string[],
  before: string | undefined,
  name: string,
): { readonly key: string } | { readonly begins: string } | undefined {
  const pair = `${before} ${name}`;
  if (before !== undefined && known.includes(pair)) return { key: pair };
  if (known.includes(name)) return { key: name };
  return known.some((key) => key.startsWith(`${name} `)) ? { begins: name } : undefined;
}

type Keys = Readonly<Record<string, (() => void) | undefined>>;

/** Of the shell and of the screen. One listener reads them all, so that `g a` is not also an `a`. */
const inUse = new Set<() => Keys>();
let before: string | undefined;
let pressedAt = 0;

export function useKeys(keys: Keys): void {
  const read = useEffectEvent(() => keys);
  useEffect(() => {
    const own = () => read();
    if (inUse.size === 0) document.addEventListener('keydown', listen);
    inUse.add(own);
    return () => {
      inUse.delete(own);
      if (inUse.size === 0) document.removeEventListener('keydown', listen);
    };
  }, []);
}

function listen(event: KeyboardEvent): void {
  const first = event.timeStamp - pressedAt < secondKeyMs ? before : undefined;
  before = undefined;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(event.target) || document.querySelector('[data-layer]')) return;
  const name = nameOf(event);
  const keys: Keys = Object.assign({}, ...Array.from(inUse, (read) => read()));
  const known = Object.keys(keys).filter((key) => keys[key]);
  const meaning = name === undefined ? undefined : meaningOf(known, first, name);
  if (!meaning) return;
  if ('begins' in meaning) {
    before = meaning.begins;
    pressedAt = event.timeStamp;
    return;
  }
  event.preventDefault();
  keys[meaning.key]?.();
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Moves the focus from row to row; from elsewhere to the open row, or to the first. */
export function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row-control]')];
  const focused = rows.indexOf(document.activeElement as HTMLElement);
  const open = rows.findIndex((row) => row.getAttribute('aria-current') === 'true');
  const from = focused >= 0 ? focused : open;
  rows[from < 0 ? (step === 1 ? 0 : rows.length - 1) : from + step]?.focus();
}
