/** `npm run products`: writes the map of docs/architecture.md and the files that assemble the products (products/list.ts). Tests compare them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { writeAssembled } from './products/assembled.mjs';
import { page, withMap } from './products/map.mjs';

writeFileSync(page, withMap(readFileSync(page, 'utf8')));
writeAssembled();
