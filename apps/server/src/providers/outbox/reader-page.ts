/**
 * `/sandbox/outbox`: everybody's mailbox and telephone, for whoever tries the sandbox. Newest first, found by a part of the
 * recipient, new messages appear by themselves. Everything in a message is text, never markup; the mail itself is shown as its reader
 * would see it, in a frame without scripts.
 */
import { escapeHtml } from '../email/escape-html.ts';
import { readerStyle } from './reader-style.ts';
import type { OutboxMessage } from './store.ts';

export interface ReaderPage {
  readonly messages: readonly OutboxMessage[];
  readonly open: OutboxMessage | undefined;
  readonly recipient: string | undefined;
  /** Where the list goes on. */
  readonly nextCursor: string | null;
  readonly nonce: string;
}

/** Asks for the list again and shows it when it changed; copies a code. */
const script = `
const list = document.querySelector('nav');
const look = async () => {
  if (document.visibilityState === 'hidden') return;
  const answer = await fetch(location.href).catch(() => undefined);
  if (!answer?.ok) return;
  // Its style carries another nonce, which this page's policy would complain about.
  const page = (await answer.text()).replace(/<style.*?<\\/style>/s, '');
  const fresh = new DOMParser().parseFromString(page, 'text/html').querySelector('nav');
  if (fresh && fresh.innerHTML !== list.innerHTML) list.replaceChildren(...fresh.childNodes);
};
setInterval(look, 2000);
document.querySelector('[data-copy]')?.addEventListener('click', async ({ currentTarget }) => {
  await navigator.clipboard.writeText(currentTarget.dataset.copy);
  currentTarget.textContent = 'Copied';
});
`;

export function readerPage(page: ReaderPage): string {
  const { messages, open, recipient, nonce } = page;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox - Calmly sandbox</title>
<style nonce="${escapeHtml(nonce)}">${readerStyle}</style>
</head>
<body>
<header>
<h1>Outbox<i>.</i></h1>
<p>The sandbox sends nothing. What people would get by e-mail or SMS is shown here.</p>
<form role="search"><input type="search" name="to" value="${escapeHtml(recipient ?? '')}" placeholder="Address or number" aria-label="Search by recipient"><button>Search</button></form>
</header>
<div class="panes"${open ? ' data-open' : ''}>
<nav aria-label="Messages">${messages.length > 0 ? list(page) : `<p class="nothing">${recipient ? 'Nothing for this recipient.' : 'No messages yet.'}</p>`}</nav>
<main>${open ? message(open, recipient) : '<p class="nothing">Choose a message to read it.</p>'}</main>
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

function list({ messages, open, recipient, nextCursor }: ReaderPage): string {
  const entries = messages.map((entry) => {
    const current = entry.id === open?.id ? ' aria-current="true"' : '';
    return `<li><a href="${address({ to: recipient, id: entry.id })}"${current}><strong>${escapeHtml(titleOf(entry))}</strong><span>${entry.channel === 'email' ? '' : 'SMS, '}${escapeHtml(entry.recipient)}</span>${timeOf(entry.at)}</a></li>`;
  });
  const more = nextCursor
    ? `<a class="more" href="${address({ to: recipient, cursor: nextCursor })}">Older messages</a>`
    : '';
  return `<ol>${entries.join('')}</ol>${more}`;
}

function message(open: OutboxMessage, recipient: string | undefined): string {
  const { id, at, channel, email, text } = open;
  const facts = `<p class="facts"><span>To ${escapeHtml(open.recipient)}</span><span>${channel === 'email' ? 'E-mail' : 'SMS'}</span>${timeOf(at)}</p>`;
  const back = `<a class="back" href="${address({ to: recipient })}">Back to the list</a>`;
  const title = `<h2>${escapeHtml(titleOf(open))}</h2>`;
  if (!email) return `${back}${title}${facts}<p class="sms">${escapeHtml(text)}</p>`;
  const code =
    email.code === undefined
      ? ''
      : `<p class="code"><b>${escapeHtml(email.code)}</b><button type="button" data-copy="${escapeHtml(email.code)}">Copy</button></p>`;
  return `${back}${title}${facts}${code}
<iframe title="The e-mail as it looks" src="/sandbox/outbox/email?id=${id}" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>
<details><summary>Plain text</summary><pre>${escapeHtml(text)}</pre></details>`;
}
