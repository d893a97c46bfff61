/** `npm run products`: writes what follows from the products: the files that assemble them and parts of three pages of docs. Tests compare them. */
import { writeAssembled } from './products/assembled.mjs';
import { writePages } from './products/pages.mjs';

writeAssembled();
await writePages();
