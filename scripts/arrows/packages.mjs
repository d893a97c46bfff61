/** The packages of the repository, and the packages that each may use. */

/** By name; `parts.mjs` lists what the parts of a product may use. */
export const packages = {
  '@calmly/domain': [],
  '@calmly/contract-kit': ['@calmly/domain'],
  '@calmly/contract': ['@calmly/domain', '@calmly/contract-kit', '@calmly/products'],
  '@calmly/help': [],
  '@calmly/matching': [],
  '@calmly/platform': ['@calmly/domain', '@calmly/contract'],
  '@calmly/providers': ['@calmly/domain', '@calmly/contract', '@calmly/platform'],
  '@calmly/ui': ['@calmly/domain', '@calmly/help'],
  '@calmly/texts': ['@calmly/domain', '@calmly/contract', '@calmly/ui', '@calmly/products'],
  '@calmly/portal-kit': ['@calmly/domain', '@calmly/contract', '@calmly/ui', '@calmly/texts'],
  '@calmly/server': [
    '@calmly/domain',
    '@calmly/contract',
    '@calmly/help',
    '@calmly/platform',
    '@calmly/providers',
    '@calmly/products',
  ],
  '@calmly/signer': ['@calmly/domain'],
  '@calmly/web': [
    '@calmly/domain',
    '@calmly/contract',
    '@calmly/help',
    '@calmly/ui',
    '@calmly/texts',
    '@calmly/portal-kit',
    '@calmly/products',
  ],
  '@calmly/office': [
    '@calmly/contract',
    '@calmly/ui',
    '@calmly/texts',
    '@calmly/portal-kit',
    '@calmly/products',
  ],
  '@calmly/e2e': ['@calmly/domain', '@calmly/contract'],
  '@calmly/bench': [
    '@calmly/domain',
    '@calmly/contract',
    '@calmly/matching',
    '@calmly/platform',
    '@calmly/products',
    '@calmly/server',
  ],
};

/** The only server modules that may use a package. */
export const packageUsers = { '@calmly/matching': ['trading'] };

/** Programs that a package starts as separate processes, by path: it imports nothing from them. */
export const startedBy = { '@calmly/providers': ['apps/signer/src/main.ts'] };

export const packageFolders = {
  'packages/domain': '@calmly/domain',
  'packages/contract-kit': '@calmly/contract-kit',
  'packages/contract': '@calmly/contract',
  'packages/help': '@calmly/help',
  'packages/matching': '@calmly/matching',
  'packages/portal-kit': '@calmly/portal-kit',
  'packages/texts': '@calmly/texts',
  'packages/ui': '@calmly/ui',
  platform: '@calmly/platform',
  providers: '@calmly/providers',
  products: '@calmly/products',
  'apps/office': '@calmly/office',
  'apps/server': '@calmly/server',
  'apps/signer': '@calmly/signer',
  'apps/web': '@calmly/web',
  e2e: '@calmly/e2e',
  bench: '@calmly/bench',
};

/** The package of a path and its folder; undefined outside all packages. */
export function packageOf(path) {
  const folder = Object.keys(packageFolders).find((name) => path === name || path.startsWith(`${name}/`));
  return folder && { name: packageFolders[folder], folder };
}

export const isTest = (path) => /\.test\.tsx?$|^apps\/\w+\/test\//.test(path);
