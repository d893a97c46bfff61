/** `fetch` for file uploads, with progress, which the browser's own doesn't report. */

/** Calls `onProgress` with the sent part, between 0 and 1. */
export const uploadFetch =
  (onProgress: (part: number) => void): typeof fetch =>
  (address, { method = 'PUT', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, String(address));
      request.responseType = 'blob';
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1);
      const stop = () => request.abort();
      request.onload = () => {
        signal?.removeEventListener('abort', stop);
        resolve(
          new Response(request.response as Blob, { status: request.status, headers: headersOf(request) }),
        );
      };
      request.onerror = () => reject(new TypeError('the upload failed'));
      request.onabort = () => reject(new DOMException('the upload was cancelled', 'AbortError'));
      signal?.addEventListener('abort', stop, { once: true });
      request.send(body as Blob);
    });

const headersOf = (request: XMLHttpRequest): Headers => {
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/);
  return new Headers(
    lines.map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
};
