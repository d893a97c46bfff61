/** When the drawer closes, focus goes back to the row of the payment that was open, also after walking the list. */
import type { Payment } from '@calmly/contract';
import { useEffect, useRef } from 'react';

export function useRowFocus(payments: readonly Payment[] | undefined, openId: string | undefined): void {
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const closed = before.current;
    before.current = openId;
    if (openId !== undefined || closed === undefined) return;
    const row = payments?.findIndex(({ id }) => id === closed) ?? -1;
    document.querySelectorAll<HTMLElement>('[data-row-control]')[row]?.focus();
  }, [openId, payments]);
}
