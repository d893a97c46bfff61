/**
 * The Node that npm installs (24) is first in the path of every npm script. A command run with an older one explains what to do.
 * Scripts call this before they load anything that an older Node cannot read; commands in TypeScript get it by
 * `node --import ./scripts/require-node.mjs`.
 */
export function requireNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return;
  console.error(
    `Calmly needs Node 24; this is ${process.version}. Run "npm ci", then run the command through npm, for example "npm start": on Linux and Windows npm then uses the Node 24 that comes with Calmly. On another system install Node 24 from https://nodejs.org.`,
  );
  process.exit(1);
}
