/**
 * `npm run restore`: restores a backup to a time or to the end of the archived log. `npm run restore -- --help` explains it.
 *
 * Exit codes: 0 restored, 1 not restored or something is wrong, 2 the command was not understood.
 */
import { endWithReader, ownTerminal } from '../command-line.ts';
import { runRestore } from './run-restore.ts';

endWithReader();
process.exitCode = await runRestore(process.argv.slice(2), ownTerminal);
