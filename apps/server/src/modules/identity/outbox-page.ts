/** `/sandbox/outbox`: the messages that clients of the sandbox were sent, newest first. Escaped text, no script. */
import type { OutboxMessage } from '../../providers/outbox.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);

/** The page; `nonce` lets its one style sheet pass the content security policy. */
export function outboxPage(messages: readonly OutboxMessage[], nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox - Calmly sandbox</title>
<style nonce="${escapeHtml(nonce)}">
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
article { border-top: 1px solid #8888; padding: 1rem 0; }
h2 { font-size: 1rem; margin: 0; }
p { margin: .25rem 0 0; white-space: pre-line; overflow-wrap: anywhere; }
small { opacity: .75; }
</style>
</head>
<body>
<main>
<h1>Outbox</h1>
<p>The sandbox sends nothing. What clients would get by e-mail or SMS is shown here; reload for newer messages.</p>
${messages.length > 0 ? messages.map(article).join('\n') : '<p>No messages yet.</p>'}
</main>
</body>
</html>`;
}

function article({ at, channel, recipient, subject, text }: OutboxMessage): string {
  const via = channel === 'email' ? 'E-mail' : 'SMS';
  return `<article>
<h2>${escapeHtml(subject ?? via)}</h2>
<small>${via} to ${escapeHtml(recipient)}, <time datetime="${at.toISOString()}">${at.toUTCString()}</time></small>
<p>${escapeHtml(text)}</p>
</article>`;
}
