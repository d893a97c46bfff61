/**
 * Removes a copied card number from the clipboard. A page may change the clipboard only while it has the focus, so this happens when the time is over
 * or, if the person is elsewhere then, on their return. Text copied on this page in the meantime stays. Clipboard histories and other devices are
 * beyond a page's reach.
 */
let timer: ReturnType<typeof setTimeout> | undefined;

function empty(): void {
  // If the browser refuses, the number stays until something else is copied, as the card's back explains.
  navigator.clipboard.writeText('').catch(() => undefined);
}

function keep(): void {
  clearTimeout(timer);
  removeEventListener('focus', empty);
  document.removeEventListener('copy', keep);
}

/** Clears the clipboard after `seconds`. */
export function clearClipboardIn(seconds: number): void {
  keep();
  document.addEventListener('copy', keep);
  timer = setTimeout(() => {
    document.removeEventListener('copy', keep);
    if (document.hasFocus()) empty();
    else addEventListener('focus', empty, { once: true });
  }, seconds * 1000);
}
