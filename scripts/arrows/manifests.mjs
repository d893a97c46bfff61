/** The manifests against the folders: each product has its folder and each folder its product; the same for their parts. */

/**
 * @param folders the names of the folders in a folder
 * @param further the sides that a product may have without a word in its manifest
 * @param needed the uses that some import needs, as `importRules` notes them
 */
export function manifestFaults({ products, sides, further, folders, needed }) {
  return [
    ...differ(
      'products',
      products.map(({ name }) => name),
      folders('products'),
    ),
    ...products.flatMap(({ name }) =>
      differ(
        `products/${name}`,
        Object.keys(sides)
          .filter((side) => !further.includes(side))
          .filter((side) => foldersOf(sides[side], `products/${name}/${side}`).length > 0),
        folders(`products/${name}`).filter((folder) => !further.includes(folder)),
      ),
    ),
    ...repeated(products.flatMap(({ modules }) => Object.keys(modules))),
    ...repeated(products.flatMap(({ features = {} }) => Object.keys(features))),
    ...repeated(products.flatMap(({ office = {} }) => Object.keys(office))),
    ...Object.entries(sides).flatMap(([side, { part, uses, folders: places }]) => [
      ...products.flatMap(({ name }) => {
        const place = `products/${name}/${side}`;
        const named = foldersOf({ folders: places }, place).flatMap(
          (path) => path.slice(place.length + 1) || [],
        );
        return named.length === 0 || further.includes(side) ? [] : differ(place, named, folders(place));
      }),
      ...Object.entries(uses).flatMap(([name, { uses: used }]) =>
        used
          .filter((one) => !needed.has(`${side} ${name} ${one}`))
          .map((one) => `${part} ${name} names what it does not use, ${one}`),
      ),
    ]),
  ];
}

/** The folders of a side that are a place or inside it. */
function foldersOf({ folders }, place) {
  return Object.values(folders).filter((path) => `${path}/`.startsWith(`${place}/`));
}

function differ(place, named, found) {
  return [...new Set([...named, ...found])]
    .filter((name) => !named.includes(name) || !found.includes(name))
    .map((name) => `${place} and the manifests disagree about ${name}`);
}

function repeated(names) {
  return names
    .filter((name, at) => names.indexOf(name) !== at)
    .map((name) => `two products have a part called ${name}`);
}
