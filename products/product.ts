/** The manifest of a product: what it is and what it may use. Pure data, read by the checks, the documentation and the apps. */
export interface Product {
  /** The name of its folder. */
  readonly name: string;
  /** What it does, in a few words. */
  readonly about: string;
  /** Its calls, resources and problems, in `contract/`, and the products whose contracts they name. */
  readonly contract?: Part;
  /**
   * Its server modules, by name. One is `server/` itself; of several, each is a folder in it. Each owns the PostgreSQL schema of its name and
   * may use the modules named, through their `index.ts`.
   */
  readonly modules: Readonly<Record<string, ServerModule>>;
  /** Its parts in the client's portal, by name: `portal/` if there is one, else folders in it. Each may use the others named, through their `index.ts`. */
  readonly features?: Readonly<Record<string, Part>>;
  /** Its parts in the office of the bank's own people, by name: `office/` if there is one, else folders in it. Each may use the others named, through their `index.ts`. */
  readonly office?: Readonly<Record<string, Part>>;
  /** How the addresses of its screens behind the sign-in begin: only those can be opened by a sign-in. */
  readonly addresses?: readonly string[];
  /** The portal's texts in both languages, in `texts/`, and the products whose texts they repeat. */
  readonly texts?: Texts;
}

/** A part of a product, and the other parts of its kind that it imports. */
interface Part {
  readonly uses: readonly string[];
}

interface ServerModule extends Part {
  /** What it contains, in a few words. */
  readonly about: string;
}

interface Texts extends Part {
  /** Names of texts that arrive with the portal's shell: `useTranslations('paymentsList')` reads `payments-list.ts`. */
  readonly shell?: readonly string[];
  /** What arrives with a route that calls `loadTexts(part)`: the file that exports its `messages`, by part. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Parts that arrive with the shell too. */
  readonly partsOfShell?: readonly string[];
}

/** The folder of each server module from the root of the repository, by the module's name. */
export const moduleFolders = (products: readonly Product[]): Folders =>
  foldersOf(products, 'server', ({ modules }) => modules);

/** The folder of each feature of the portal, by the feature's name. */
export const featureFolders = (products: readonly Product[]): Folders =>
  foldersOf(products, 'portal', ({ features = {} }) => features);

/** The folder of each part of the office, by the part's name. */
export const officeFolders = (products: readonly Product[]): Folders =>
  foldersOf(products, 'office', ({ office = {} }) => office);

/** The folder of each product's contract or texts, by the product's name. */
export const foldersNamed = (side: 'contract' | 'texts', products: readonly Product[]): Folders =>
  Object.fromEntries(
    products.flatMap((product) =>
      product[side] ? [[product.name, `products/${product.name}/${side}`]] : [],
    ),
  );

type Folders = Readonly<Record<string, string>>;

function foldersOf(
  products: readonly Product[],
  side: 'server' | 'portal' | 'office',
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
