/**
 * Keyboard handling between list and drawer: Escape closes the drawer wherever the focus is, and the focus returns to the open row,
 * also after stepping through the list.
 */
import { useEffect, useEffectEvent, useRef } from 'react';

/** `rows` in the order of the page's row controls; a removed row gets no focus. */
export function useDrawerKeys(
  rows: readonly { readonly id: string }[] | undefined,
  openId: string | undefined,
  onClose: () => void,
): void {
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const closed = before.current;
    before.current = openId;
    if (openId !== undefined || closed === undefined) return;
    const row = rows?.findIndex(({ id }) => id === closed) ?? -1;
    document.querySelectorAll<HTMLElement>('[data-row-control]')[row]?.focus();
  }, [openId, rows]);

  const isOpen = openId !== undefined;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      // A dialog over the page handles Escape itself.
      if (event.key === 'Escape' && !document.querySelector('[data-layer]')) close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);
}
