/**
 * Readable, non-secret preferences that outlive a session: the `locale` and `dark-mode` cookies (specification,
 * section 9: dark mode is near permanent). The server reads `locale` too, for the language of its messages.
 */
const nearPermanentSeconds = 10 * 365 * 24 * 60 * 60;

/** The value of a readable cookie. */
export function readCookie(name: string): string | undefined {
  for (const pair of document.cookie.split('; ')) {
    const [key, value] = pair.split('=');
    if (key === name) return value;
  }
  return undefined;
}

/** Stores a preference. `name` and `value` are plain words; nothing is escaped. */
export function writeCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and Safari before 18.4
  document.cookie = `${name}=${value}; Path=/; Max-Age=${nearPermanentSeconds}; SameSite=Lax${secure}`;
}

/** Only for readable cookies of the path `/`. */
export function removeCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
}
