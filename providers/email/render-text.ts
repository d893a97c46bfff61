/** An email as plain text: separate paragraphs, with the code and the address on their own lines. */
import { supportEmail } from '@calmly/domain';
import type { Email } from './email.ts';
import { frameTexts } from './frame-texts.ts';

/** Absent parts are left out. Lines are not wrapped. */
export function renderText({ locale, paragraphs, code, link, closing }: Email): string {
  const t = frameTexts[locale];
  const codeLine = code && `${t.code}: ${code}`;
  const linkLines = link && `${link.label}:\n${link.url}`;
  // Two hyphens and a space: programs know what follows as a signature (RFC 3676).
  const foot = `-- \n${t.never} ${t.help} ${supportEmail}.`;
  return [...paragraphs, codeLine, linkLines, closing, foot]
    .filter((part) => part !== undefined)
    .join('\n\n');
}
