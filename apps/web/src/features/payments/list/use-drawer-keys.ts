/**
 * The keyboard's way between list and drawer: Escape closes the drawer wherever focus is, and focus goes back to the row of
 * the payment that was open, also after walking the list.
 */
import type { Payment } from '@calmly/contract';
import { useEffect, useEffectEvent, useRef } from 'react';

export function useDrawerKeys(
  payments: readonly Payment[] | undefined,
  openId: string | undefined,
  onClose: () => void,
): void {
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const closed = before.current;
    before.current = openId;
    if (openId !== undefined || closed === undefined) return;
    const row = payments?.findIndex(({ id }) => id === closed) ?? -1;
    document.querySelectorAll<HTMLElement>('[data-row-control]')[row]?.focus();
  }, [openId, payments]);

  const isOpen = openId !== undefined;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      // A dialog over the page has its own Escape.
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);
}
