/** An e-mail as plain text: paragraphs apart, the code and the address on lines of their own. */
import type { Email } from './index.ts';

export function renderText({ locale, paragraphs, code, link, closing }: Email): string {
  const codeLine = code && `${locale === 'ru' ? 'Код' : 'Code'}: ${code}`;
  const linkLines = link && `${link.label}:\n${link.url}`;
  return [...paragraphs, codeLine, linkLines, closing].filter((part) => part !== undefined).join('\n\n');
}
