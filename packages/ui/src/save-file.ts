/** Lets the browser save bytes under a name, like a clicked link to a file. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // By the next turn of its event loop the browser has taken the bytes.
  setTimeout(() => URL.revokeObjectURL(address));
}
