/**
 * The Node that npm brings (24) is first in the path of every npm script. Who calls a script with another one is told how.
 */
export function requireNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return;
  console.error(
    `Calmly needs Node 24 and this is ${process.version}. Run "npm ci" and then "npm start": the right one comes with it.`,
  );
  process.exit(1);
}
