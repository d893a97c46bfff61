/** Styles of the sandbox's reader: the portal's colours and sizes, without its build. */
export const readerStyle = `
:root {
  color-scheme: light dark;
  --page: light-dark(#faf8f5, #0c0c0d);
  --surface: light-dark(#ffffff, #141415);
  --sunken: light-dark(#f4f1ec, #1c1b1c);
  --line: light-dark(#e8e3db, #29282a);
  --field: light-dark(#8f877b, #767069);
  --ink: light-dark(#000102, #f5f2ed);
  --ink-3: light-dark(#6b645c, #989189);
  --accent: #fe6b41;
  font: 15px/24px "Onest Variable", system-ui, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); }
a { color: inherit; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; border-radius: 4px; }
h1, h2 { margin: 0; font-weight: 600; letter-spacing: -.01em; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 24px; padding: 16px 24px; border-bottom: 1px solid var(--line); }
header svg { flex: none; }
header h1 { font-size: 18px; }
header p { margin: 0; flex: 1; color: var(--ink-3); font-size: 13px; line-height: 20px; }
form { display: flex; gap: 8px; }
input { font: inherit; color: inherit; width: 240px; padding: 7px 12px; background: var(--surface); border: 1px solid var(--field); border-radius: 8px; }
button { font: inherit; font-weight: 500; color: inherit; padding: 7px 16px; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
.panes { display: grid; grid-template-columns: minmax(280px, 380px) minmax(0, 1fr); min-height: calc(100dvh - 73px); }
nav { border-right: 1px solid var(--line); }
nav ol { list-style: none; margin: 0; padding: 0; }
nav li a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 12px; padding: 12px 24px; border-bottom: 1px solid var(--line); text-decoration: none; }
nav li a:hover { background: var(--sunken); }
nav li a[aria-current] { background: var(--sunken); box-shadow: inset 3px 0 var(--ink); }
nav strong { grid-column: 1 / -1; font-weight: 500; }
nav strong, nav span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
nav time, nav span, .facts { color: var(--ink-3); font-size: 13px; line-height: 24px; }
nav .more { display: block; padding: 16px 24px; text-align: center; }
.nothing { padding: 48px 24px; text-align: center; color: var(--ink-3); }
main { padding: 24px; max-width: 760px; width: 100%; justify-self: center; }
main h2 { font-size: 24px; line-height: 32px; }
.facts { display: flex; flex-wrap: wrap; gap: 0 16px; margin: 4px 0 16px; }
.code { display: flex; align-items: center; gap: 16px; margin: 0 0 16px; padding: 12px 16px; background: var(--sunken); border-radius: 8px; }
.code b { font-size: 24px; line-height: 32px; letter-spacing: .12em; font-variant-numeric: tabular-nums; flex: 1; }
iframe { display: block; width: calc(100% + 32px); margin: 0 -16px; height: 720px; border: 0; }
details { margin-top: 16px; }
summary { cursor: pointer; padding: 8px 0; }
pre, .sms { margin: 0; padding: 16px 20px; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; font: inherit; }
.sms { display: inline-block; max-width: 420px; border-radius: 16px 16px 16px 4px; }
.back { display: none; }
@media (max-width: 760px) {
  header { padding: 16px; }
  header p { flex-basis: 100%; order: 3; }
  form { flex-basis: 100%; min-width: 0; order: 4; }
  input { flex: 1; min-width: 0; width: auto; }
  .panes { grid-template-columns: minmax(0, 1fr); }
  .panes[data-open] nav { display: none; }
  .panes:not([data-open]) main { display: none; }
  nav { border: 0; }
  nav li a { padding: 12px 16px; }
  main { padding: 16px; }
  .back { display: inline-block; padding: 8px 0; }
}
`;
