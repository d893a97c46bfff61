/** The manifest of a product: what it is and what it may use. Pure data, read by the checks, the documentation and the apps. */
export interface Product {
  /** That of its folder. */
  readonly name: string;
  /** What it does, in a few words. */
  readonly about: string;
  /**
   * Its server modules, by name. The only one of a product is `server/`, several are folders in it. Each owns the PostgreSQL schema of its name and
   * may use the modules named, through their `index.ts`.
   */
  readonly modules: Readonly<Record<string, ServerModule>>;
}

export interface ServerModule {
  /** What it contains, in a few words. */
  readonly about: string;
  /** Other modules, directly or through others: each that it imports. */
  readonly uses: readonly string[];
}

/** The folder of each server module from the root of the repository, by the module's name. */
export function moduleFolders(products: readonly Product[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    products.flatMap(({ name, modules }) => {
      const names = Object.keys(modules);
      const server = `products/${name}/server`;
      return names.map((module) => [module, names.length === 1 ? server : `${server}/${module}`]);
    }),
  );
}
