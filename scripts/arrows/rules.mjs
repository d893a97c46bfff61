/** The rules of a single import. */
import { posix } from 'node:path';
import { isTest, packageOf, packages, packageUsers, startedBy } from './packages.mjs';
import { isManifest } from './parts.mjs';

/**
 * @param parts of all products, from `partsOf`
 * @returns `check`: what is wrong with an import of the file at `path`, or undefined; `needed`: the uses in manifests that the checked imports
 * need, as `<side> <part> <part used>`
 */
export function importRules({ sides, partOf, isIndex }) {
  const needed = new Set();
  return { needed, check };

  function check(path, { specifier, kind }) {
    if (kind === 'address') return checkAddress(path, specifier);
    if (specifier.startsWith('@calmly/')) return checkNamed(path, specifier);
    return specifier.startsWith('.') ? checkRelative(path, specifier) : checkOthers(path, specifier);
  }

  function checkNamed(path, specifier) {
    const from = packageOf(path).name;
    const target = specifier.split('/').slice(0, 2).join('/');
    if (target === from) return `imports its own package by name, ${specifier}`;
    if (
      (from === '@calmly/e2e' || partOf(path)?.side === 'stories') &&
      specifier.startsWith('@calmly/server/test/support/')
    )
      return undefined;
    if (
      isTest(path) &&
      /^@calmly\/(platform|providers|products)$/.test(from) &&
      /^@calmly\/(providers|products|server|help)$/.test(target)
    )
      return undefined;
    const users = packageUsers[target];
    const part = partOf(path);
    // Files that assemble the parts of all products provide them with the closed table of problems and the shape of a translation.
    if (
      specifier === '@calmly/contract/problems' &&
      (part?.side === 'contract' || from === '@calmly/contract-kit')
    )
      return undefined;
    if (from === '@calmly/products' && users && !users.includes(part?.name))
      return `only the modules ${users.join(', ')} may import ${target}`;
    if (specifier === '@calmly/texts/translated.ts' && part?.side === 'texts') return undefined;
    const allowed = part ? sides[part.side].packages : (packages[from] ?? []);
    if (!allowed.includes(target))
      return `${part ? `${part.side} of products` : from} may not import ${target}`;
    return target === '@calmly/products' ? checkUse(path, specifier.slice('@calmly/'.length)) : undefined;
  }

  function checkRelative(path, specifier) {
    const from = packageOf(path).name;
    const target = resolved(path, specifier);
    const runsTheBank = /^@calmly\/(e2e|bench)$/.test(from) || path.startsWith('apps/server/test/');
    if (target.startsWith('scripts/') && runsTheBank) return undefined;
    // One set of build steps for both apps in browsers.
    if (path === 'apps/office/vite.config.ts' && target.startsWith('apps/web/plugins/')) return undefined;
    if (packageOf(target)?.name !== from) return `reaches into another package by path, ${specifier}`;
    return checkInside(path, target);
  }

  /**
   * A worker, a picture, a program: an address cannot name a package, so its path counts as the name. Files outside packages and built files have no
   * owner.
   */
  function checkAddress(path, specifier) {
    const { protocol, pathname } = new URL(specifier, `file:///${path}`);
    const target = decodeURIComponent(pathname).replace(/^\/|\/$/g, '');
    const to = packageOf(target);
    if (protocol !== 'file:' || !to || /\/dist(\/|$)/.test(target)) return undefined;
    const from = packageOf(path).name;
    if (to.name === from) return checkInside(path, target);
    if (startedBy[from]?.includes(target)) return undefined;
    return checkNamed(path, `${to.name}${target.slice(to.folder.length)}`);
  }

  function checkInside(path, target) {
    const { name } = packageOf(path);
    if (name === '@calmly/products') return checkPart(path, target);
    return name === '@calmly/portal-kit' ? checkKit(path, target) : undefined;
  }

  /** External packages: one `package.json` serves all sides of the products. */
  function checkOthers(path, specifier) {
    const part = partOf(path);
    if (!part || isTest(path) || sides[part.side].others.test(specifier)) return undefined;
    return `${part.side} of products may not import ${specifier}`;
  }

  /** A module or feature only through its index, and only if the manifest names it; the portal, the office and the server never import each other. */
  function checkPart(path, target) {
    const [from, to] = [partOf(path), partOf(target)];
    if (from && to && from.folder === to.folder) return undefined;
    if (!from) return isManifest(target) ? undefined : `a manifest is pure data (${target})`;
    if (!to) return `a product's ${from.side} may not use ${target}`;
    if (from.side === 'portal' && to.side === 'texts' && from.folder.split('/')[1] === to.name)
      return undefined;
    if (from.side !== to.side) return `the ${from.side} may not use the ${to.side} (${target})`;
    if (isTest(path)) return undefined;
    // Routes load the files of screens.
    if (from.joins)
      return to.folder.startsWith(`${from.folder}/`)
        ? undefined
        : `what joins the features of a product may use no others (${target})`;
    needed.add(`${from.side} ${from.name} ${to.name}`);
    const { part, uses } = sides[from.side];
    if (!uses[from.name].uses.includes(to.name)) return `${part} ${from.name} may not use ${part} ${to.name}`;
    // Contracts and texts name each other's files, because through an index two of them would import each other.
    if (from.side === 'contract' || from.side === 'texts' || isIndex(target)) return undefined;
    return `uses ${part} ${to.name} past its index (${target})`;
  }

  /** The server uses a module through its index too. The portal's routes name the screens that they load; benchmarks and tests measure internals. */
  function checkUse(path, target) {
    const from = packageOf(path).name;
    if (isTest(path) || from === '@calmly/bench' || isManifest(target)) return undefined;
    const side = sidesUsedBy[from] ?? 'server';
    if (partOf(target)?.side !== side) return `${from} may not use ${target}`;
    return side !== 'server' || isIndex(target) ? undefined : `uses a product past its index.ts (${target})`;
  }
}

/** The side of the products that a package assembles; of others it is the server. */
const sidesUsedBy = {
  '@calmly/web': 'portal',
  '@calmly/office': 'office',
  '@calmly/contract': 'contract',
  '@calmly/texts': 'texts',
};

/** Within the portal's kit: session ← shared ← errors ← routing. */
function checkKit(path, target) {
  const [from, to] = [path, target].map((file) =>
    ['session', 'shared', 'errors', 'routing'].indexOf(file.split('/')[3]),
  );
  return to > from ? `a lower part of the kit may not import a higher one (${target})` : undefined;
}

/** The target of a relative import, as a path from the root. */
export function resolved(path, specifier) {
  return posix.join(posix.dirname(path), specifier);
}
