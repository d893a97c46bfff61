/** Files pasted into the page, such as a screenshot. An open dialog over the element keeps files pasted into it. */
import { type RefObject, useEffect } from 'react';

/** Ignores pasted text. */
export function usePastedFiles(
  element: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = Array.from(event.clipboardData?.files ?? []);
      const top = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
      if (files.length === 0 || (top && !top.contains(element.current))) return;
      event.preventDefault();
      onFiles(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  });
}
