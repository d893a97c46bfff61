/**
 * `/sandbox/app`: Penny, a third-party application from the bank's point of view, for trying out the sandbox. It shows each step of the flow with its
 * requests and responses. It is a public application: its page keeps no secret, only what it received from the protocol.
 */
import { scopes } from '@calmly/contract';
import type { Application } from '../application-store.ts';
import { metadataPath } from '../authorization/paths.ts';
import { sandboxScript } from './script.ts';

const id = '01900000-0000-7000-8000-0000000000a1';
const path = '/sandbox/app';

/** Penny, as registered. */
export const sandboxApplication = (portalUrl: string): Application => ({
  id,
  name: 'Penny',
  operator: 'Penny Budgets GmbH (sandbox)',
  letter: 'P',
  redirectUris: [`${portalUrl}${path}`],
  secretHash: null,
});

const style = `
:root { color-scheme: light dark; --ink: light-dark(#20242b, #e9e6e1); --soft: light-dark(#6b7078, #9a9da3);
  --line: light-dark(#e2ddd5, #33373e); --ground: light-dark(#f4f7f4, #15181a); --card: light-dark(#fff, #1d2124); --green: light-dark(#1d6f4f, #5cc79b); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; display: grid; gap: 1.25rem; }
h1 { font-size: 1.75rem; margin: 0; } h1 i { color: var(--green); font-style: normal; }
h2 { font-size: 1.125rem; margin: 0; } p { margin: 0; color: var(--soft); }
section, details { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem; display: grid; gap: 0.875rem; }
.row { display: flex; flex-wrap: wrap; gap: 0.625rem; align-items: end; }
label { display: grid; gap: 0.25rem; font-size: 0.875rem; color: var(--soft); flex: 1 1 9rem; }
input, select { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 0.5rem 0.625rem; min-width: 0; }
button { font: inherit; font-weight: 600; border: 1px solid var(--green); color: var(--green); background: none; border-radius: 8px; padding: 0.5rem 0.875rem; cursor: pointer; min-height: 44px; }
button.main { background: var(--green); color: var(--card); }
:focus-visible { outline: 3px solid var(--green); outline-offset: 2px; }
ul { list-style: none; margin: 0; padding: 0; } li { display: flex; justify-content: space-between; gap: 1rem; padding: 0.5rem 0; border-top: 1px solid var(--line); }
li:first-child { border-top: 0; } li b { font-variant-numeric: tabular-nums; white-space: nowrap; }
pre { margin: 0; overflow: auto; max-height: 16rem; font: 0.8125rem/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; font-weight: 600; } #said { color: var(--ink); } [hidden] { display: none; }
`;

/** The page; all external data is written as text. */
export function sandboxPage(nonce: string): string {
  const settings = JSON.stringify({ id, path, metadataPath, scope: scopes.join(' ') });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Penny – Calmly sandbox</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<header><h1>Penny<i>.</i></h1><p>A budget app of somebody else. The sandbox brings it so that you can see what an application may do, and what it may not.</p></header>
<section id="out"><h2>Connect your bank</h2><p>You will be asked at your bank, never here. Penny does not see your password.</p><div class="row"><button class="main" id="connect">Connect Calmly</button></div></section>
<section id="in" hidden><h2>Connected</h2><ul id="accounts"></ul><div class="row"><button id="read">Read accounts</button><button id="payees">Read payees</button><button id="refresh">Refresh the token</button><button id="leave">Disconnect</button></div></section>
<section id="pay" hidden><h2>Ask for a payment</h2><p>Nothing is paid before you approve it at your bank.</p>
<form class="row"><label>From<select name="from"></select></label><label>To, an IBAN or an account at this bank<input name="to" required></label><label>Whose it is<input name="name" required></label><label>Amount<input name="amount" value="12.50" required inputmode="decimal"></label><label>Reference<input name="reference" value="Penny savings" required></label><button class="main">Ask</button></form></section>
<p id="said" role="status"></p>
<details><summary>What was sent and what came back</summary><pre id="log"></pre></details>
</main>
<script nonce="${nonce}">const settings = ${settings};${sandboxScript}</script>
</body>
</html>`;
}
