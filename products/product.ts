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
  /** Its parts in the client's portal, by name: `portal/` if there is one, else folders in it. Each may use the others named, through their `index.ts`. */
  readonly features?: Readonly<Record<string, PortalFeature>>;
}

export interface ServerModule {
  /** What it contains, in a few words. */
  readonly about: string;
  /** Other modules, directly or through others: each that it imports. */
  readonly uses: readonly string[];
}

export interface PortalFeature {
  /** Other features that it imports. */
  readonly uses: readonly string[];
}

/** The folder of each server module from the root of the repository, by the module's name. */
export const moduleFolders = (products: readonly Product[]): Folders =>
  foldersOf(products, 'server', ({ modules }) => modules);

/** The folder of each feature of the portal, by the feature's name. */
export const featureFolders = (products: readonly Product[]): Folders =>
  foldersOf(products, 'portal', ({ features = {} }) => features);

type Folders = Readonly<Record<string, string>>;

function foldersOf(
  products: readonly Product[],
  side: 'server' | 'portal',
  partsOf: (product: Product) => object,
): Folders {
  return Object.fromEntries(
    products.flatMap((product) => {
      const parts = Object.keys(partsOf(product));
      const folder = `products/${product.name}/${side}`;
      return parts.map((part) => [part, parts.length === 1 ? folder : `${folder}/${part}`]);
    }),
  );
}
