/**
 * j and k walk the list, as in mail: an open drawer shows the next or previous item, otherwise focus moves from row to row (Enter opens,
 * Escape closes). The keys are physical positions, regardless of the alphabet; while typing they are letters.
 */
import { useEffect, useEffectEvent } from 'react';

interface Walk {
  /** Targets of the open drawer; undefined at the ends of the list. */
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  readonly isOpen: boolean;
}

/** Rows are elements with `data-row-control`. Does nothing while a dialog is open. */
export function useRowKeys({ previous, next, isOpen }: Walk): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = event.code === 'KeyJ' ? 1 : event.code === 'KeyK' ? -1 : 0;
    if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || document.querySelector('[data-layer]')) return;
    event.preventDefault();
    if (!isOpen) return focusRow(step);
    const go = step === 1 ? next : previous;
    if (!go) return;
    // The focused element in the drawer is replaced with its content, so the drawer keeps the focus.
    document.activeElement?.closest('aside')?.focus({ preventScroll: true });
    go();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

function focusRow(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row-control]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  rows[at < 0 ? (step === 1 ? 0 : rows.length - 1) : at + step]?.focus();
}
