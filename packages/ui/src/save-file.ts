/** Lets the browser save bytes under a name, like a clicked link to a file. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken the bytes by the next turn of its event loop.
  setTimeout(() => URL.revokeObjectURL(address));
}
