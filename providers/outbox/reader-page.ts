/**
 * `/sandbox/outbox`: all emails and SMS that the sandbox keeps, newest first, searchable by part of the recipient. New messages appear
 * without a reload. Everything in a message is text, never markup; the email is shown as the client sees it, in a frame without scripts.
 * The script writes times in the reader's own time zone.
 */
import { readFileSync } from 'node:fs';
import type { Locale } from '@calmly/platform/work.ts';
import { escapeHtml } from '../email/escape-html.ts';
import { readerStyle } from './reader-style.ts';
import { type ReaderTexts, readerTexts } from './reader-texts.ts';
import type { OutboxMessage } from './store.ts';

export interface ReaderPage {
  readonly messages: readonly OutboxMessage[];
  readonly open: OutboxMessage | undefined;
  readonly recipient: string | undefined;
  /** Where the list continues. */
  readonly nextCursor: string | null;
  readonly locale: Locale;
  readonly nonce: string;
}

/** In the colour of the page's text, so that it fits both themes. */
const logo = readFileSync(new URL('../../platform/files/logo.svg', import.meta.url), 'utf8').replaceAll(
  '#000102',
  'currentColor',
);

/** Writes local times, asks for the list again and shows it when it changed, copies a code. */
const script = `
const list = document.querySelector('nav');
const page = document.documentElement;
const format = new Intl.DateTimeFormat(page.lang === 'ru' ? 'ru' : 'en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const writeTimes = () => {
  for (const time of document.querySelectorAll('time')) time.textContent = format.format(new Date(time.dateTime));
};
let shown = list.innerHTML;
writeTimes();
const look = async () => {
  if (document.visibilityState === 'hidden') return;
  const answer = await fetch(location.href).catch(() => undefined);
  if (!answer?.ok) return;
  // Its style carries another nonce, which this page's policy would complain about.
  const text = (await answer.text()).replace(/<style.*?<\\/style>/s, '').replace(/<link [^>]*>/g, '');
  const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('nav');
  if (!fresh || fresh.innerHTML === shown) return;
  shown = fresh.innerHTML;
  list.replaceChildren(...fresh.childNodes);
  writeTimes();
};
setInterval(look, 2000);
document.querySelector('[data-copy]')?.addEventListener('click', async ({ currentTarget }) => {
  await navigator.clipboard.writeText(currentTarget.dataset.copy);
  currentTarget.textContent = currentTarget.dataset.copied;
});
`;

/** The whole HTML document, with every foreign text escaped. `open` is the message shown beside the list. */
export function readerPage(page: ReaderPage): string {
  const { messages, open, recipient, locale, nonce } = page;
  const t = readerTexts[locale];
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t.title} – Calmly sandbox</title>
<link rel="stylesheet" nonce="${escapeHtml(nonce)}" href="/typeface.css">
<style nonce="${escapeHtml(nonce)}">${readerStyle}</style>
</head>
<body>
<header>
${logo}
<h1>${t.title}</h1>
<p>${t.lead}</p>
<form role="search"><input type="search" name="to" value="${escapeHtml(recipient ?? '')}" placeholder="${t.placeholder}" aria-label="${t.searchLabel}"><button>${t.search}</button></form>
</header>
<div class="panes"${open ? ' data-open' : ''}>
<nav aria-label="${t.messages}">${messages.length > 0 ? list(page, t) : `<p class="nothing">${recipient ? t.nothingFound : t.nothingYet}</p>`}</nav>
<main>${open ? message(open, recipient, t) : `<p class="nothing">${t.choose}</p>`}</main>
</div>
<script nonce="${escapeHtml(nonce)}">${script}</script>
</body>
</html>`;
}

const address = (query: Readonly<Record<string, string | null | undefined>>) => {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return escapeHtml(`/sandbox/outbox?${new URLSearchParams(given)}`);
};

const titleOf = ({ subject, text }: OutboxMessage) => subject ?? text.split('\n', 1)[0] ?? '';

const timeOf = (at: Date) =>
  `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`;

function list({ messages, open, recipient, nextCursor }: ReaderPage, t: ReaderTexts): string {
  const entries = messages.map((entry) => {
    const current = entry.id === open?.id ? ' aria-current="true"' : '';
    return `<li><a href="${address({ to: recipient, id: entry.id })}"${current}><strong>${escapeHtml(titleOf(entry))}</strong><span>${entry.channel === 'email' ? '' : 'SMS, '}${escapeHtml(entry.recipient)}</span>${timeOf(entry.at)}</a></li>`;
  });
  const more = nextCursor
    ? `<a class="more" href="${address({ to: recipient, cursor: nextCursor })}">${t.older}</a>`
    : '';
  return `<ol>${entries.join('')}</ol>${more}`;
}

function message(open: OutboxMessage, recipient: string | undefined, t: ReaderTexts): string {
  const { id, at, channel, email, text } = open;
  const facts = `<p class="facts"><span>${t.to} ${escapeHtml(open.recipient)}</span><span>${channel === 'email' ? t.email : 'SMS'}</span>${timeOf(at)}</p>`;
  const back = `<a class="back" href="${address({ to: recipient })}">${t.back}</a>`;
  const title = `<h2>${escapeHtml(titleOf(open))}</h2>`;
  if (!email) return `${back}${title}${facts}<p class="sms">${escapeHtml(text)}</p>`;
  const code =
    email.code === undefined
      ? ''
      : `<p class="code"><b>${escapeHtml(email.code)}</b><button type="button" data-copy="${escapeHtml(email.code)}" data-copied="${t.copied}">${t.copy}</button></p>`;
  return `${back}${title}${facts}${code}
<iframe title="${t.mail}" src="/sandbox/outbox/email?id=${id}" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>
<details><summary>${t.plain}</summary><pre>${escapeHtml(text)}</pre></details>`;
}
