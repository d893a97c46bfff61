/** Files pasted into the page, a screenshot say. A dialog that is open over the element keeps what is pasted into it. */
import { type RefObject, useEffect } from 'react';

/** Pasted text is left alone. */
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
