import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { products } from '@calmly/products/list.ts';

/**
 * The folders of the bank's migrations, which the platform applies as one sequence (`postgres/migrate.ts`): those of each product in its `schema/`, and
 * here those of the platform, the providers and of several products at once.
 */
export const migrationFolders: readonly string[] = [
  folder('../migrations'),
  // A product without tables has none.
  ...products
    .map(({ name }) => folder(`../../../products/${name}/schema`))
    .filter((path) => existsSync(path)),
];

function folder(address: string): string {
  return fileURLToPath(new URL(address, import.meta.url));
}
