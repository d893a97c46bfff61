/**
 * An email as HTML and as plain text. The HTML is one column of 600 px made of tables, with inline styles, because Outlook and Gmail keep those.
 * The style sheet only adds what some programs support: dark colours and a narrow window. No pictures and no external resources, so that a
 * message looks the same with images switched off and does not reveal that it was read.
 *
 * Colours are the portal's tokens. Every text is escaped.
 */
import { supportEmail } from '@calmly/domain';
import type { Locale } from '@calmly/platform/work.ts';
import type { Email } from './email.ts';
import { escapeHtml } from './escape-html.ts';

/** The frame of every email, in both languages. */
const frameTexts = {
  en: {
    code: 'Your code',
    open: 'If the button doesn’t work, open this address:',
    help: 'Questions? Write to',
    never: 'Calmly never asks for your password or codes by phone or chat.',
  },
  ru: {
    code: 'Ваш код',
    open: 'Если кнопка не работает, откройте этот адрес:',
    help: 'Есть вопросы? Напишите на',
    never: 'Calmly никогда не спрашивает пароль и коды по телефону или в чате.',
  },
} as const satisfies Record<Locale, object>;

const font = `font-family:Onest,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
const body = `${font};font-size:16px;line-height:26px;color:#000102`;
const small = `${font};font-size:13px;line-height:20px;color:#6b645c`;

/** Dark colours if the program asks for them, and less padding on a phone. */
const sheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #0c0c0d !important; }
  .card { background-color: #141415 !important; border-color: #29282a !important; }
  .ink { color: #f5f2ed !important; }
  .soft { color: #989189 !important; }
  .code { background-color: #1c1b1c !important; color: #f5f2ed !important; }
  .line { border-color: #29282a !important; }
}
@media (max-width: 620px) {
  .air { padding-left: 24px !important; padding-right: 24px !important; }
  .edge { padding: 16px 8px 32px !important; }
}`;

/** The whole document. */
export function renderHtml(email: Email): string {
  const { locale, subject, paragraphs, code, link, closing } = email;
  const t = frameTexts[locale];
  const rows = [
    `<tr><td class="air" style="padding:32px 40px 8px">${wordmark}</td></tr>`,
    row(
      '8px',
      `<h1 class="ink" style="margin:0;${font};font-size:24px;line-height:32px;font-weight:600;letter-spacing:-.015em;color:#000102">${escapeHtml(subject)}</h1>`,
    ),
    ...paragraphs.map((text) => row('12px', `<p class="ink" style="margin:0;${body}">${lines(text)}</p>`)),
    ...(code === undefined ? [] : [row('16px', codeBox(t.code, code))]),
    ...(link === undefined ? [] : [row('16px', button(link)), row('0', fallback(t.open, link.url))]),
    ...(closing === undefined
      ? []
      : [row('12px', `<p class="soft" style="margin:0;${small}">${lines(closing)}</p>`)]),
    `<tr><td class="air" style="padding:24px 40px 32px"><div class="line" style="border-top:1px solid #e8e3db;padding-top:16px">${foot(t)}</div></td></tr>`,
  ];
  return `<!doctype html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(subject)}</title>
<style>${sheet}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#faf8f5">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(paragraphs[0] ?? '')}${filler}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#faf8f5">
<tr><td class="edge" align="center" style="padding:32px 16px 48px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background-color:#ffffff;border:1px solid #e8e3db;border-radius:12px;text-align:left">
${rows.join('\n')}
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Keeps what follows out of the line that mailboxes show beside the subject. */
const filler = '&#847;&zwnj;&nbsp;'.repeat(40);

/** The ring with a gap and the dot in it. Outlook for Windows draws no round borders: it shows the name alone. */
const mark = `<!--[if !mso]><!--><span class="ink" style="display:inline-block;width:14px;height:14px;border:4px solid;border-right-color:transparent;border-radius:50%;color:#000102;vertical-align:-4px"></span><span style="display:inline-block;width:6px;height:6px;margin:0 10px 0 -5px;border-radius:50%;background-color:#fe6b41;vertical-align:4px"></span><!--<![endif]-->`;

const wordmark = `${mark}<span class="ink" style="${font};font-size:22px;line-height:24px;font-weight:600;letter-spacing:-.02em;color:#000102">calmly</span>`;

const row = (space: string, content: string) =>
  `<tr><td class="air" style="padding:${space} 40px">${content}</td></tr>`;

/** Line breaks of a text stay. */
const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');

const codeBox = (label: string, code: string) =>
  `<div class="soft" style="margin:0 0 8px;${small}">${label}</div>
<div class="code" style="${font};font-size:32px;line-height:40px;font-weight:600;letter-spacing:.18em;font-variant-numeric:tabular-nums;background-color:#f4f1ec;border-radius:8px;padding:16px 8px 16px 24px;color:#000102">${escapeHtml(code)}</div>`;

/** A cell with a colour, so that Outlook draws a button too. */
const button = ({ label, url }: { label: string; url: string }) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="#fe6b41" style="background-color:#fe6b41;border-radius:8px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;${font};font-size:16px;line-height:24px;font-weight:500;color:#000102;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;

const fallback = (hint: string, url: string) =>
  `<p class="soft" style="margin:0;${small}">${hint}<br><a class="soft" href="${escapeHtml(url)}" style="color:#6b645c;word-break:break-all">${escapeHtml(url)}</a></p>`;

const foot = (t: (typeof frameTexts)[Locale]) =>
  `<p class="soft" style="margin:0;${small}">${t.never} ${t.help} <a class="soft" href="mailto:${supportEmail}" style="color:#6b645c">${supportEmail}</a>.</p>`;

/** An email as plain text: separate paragraphs, with the code and the address on their own lines. Absent parts are left out. Lines are not wrapped. */
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
