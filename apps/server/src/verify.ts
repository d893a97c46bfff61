/**
 * `npm run verify`: checks the books, and each product against them, with or without a running server. `npm run verify -- --help`
 * explains it.
 *
 * Exit codes: 0 the books are correct, 1 something differs from the entries or cannot be read, 2 the command was not understood.
 */
import { endWithReader, ownTerminal } from './command-line.ts';
import { runVerify } from './run-verify.ts';

endWithReader();
process.exitCode = await runVerify(process.argv.slice(2), ownTerminal);
