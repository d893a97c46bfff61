/**
 * Takes a copied card number back. A page may empty the clipboard only while it has the focus, so it happens when the time is over or,
 * if the person is elsewhere then, on their return. What they copied on this page in between stays. What the device itself keeps of its
 * clipboard (a history, another device) no page can take back.
 */
let timer: ReturnType<typeof setTimeout> | undefined;

function empty(): void {
  // Refused by the browser: the number stays until something else is copied, as the card's back says.
  navigator.clipboard.writeText('').catch(() => undefined);
}

function keep(): void {
  clearTimeout(timer);
  removeEventListener('focus', empty);
  document.removeEventListener('copy', keep);
}

/** `seconds` from now on the clipboard is emptied. */
export function clearClipboardIn(seconds: number): void {
  keep();
  document.addEventListener('copy', keep);
  timer = setTimeout(() => {
    document.removeEventListener('copy', keep);
    if (document.hasFocus()) empty();
    else addEventListener('focus', empty, { once: true });
  }, seconds * 1000);
}
