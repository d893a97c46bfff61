/**
 * `npm run backup`: writes a backup of the running database, or with `--verify` restores the newest one and checks it. `npm run backup -- --help`
 * explains it.
 *
 * Exit codes: 0 done, 1 not done or something is wrong, 2 the command was not understood.
 */
import { endWithReader, ownTerminal } from '../command-line.ts';
import { runBackup } from './run-backup.ts';

endWithReader();
process.exitCode = await runBackup(process.argv.slice(2), ownTerminal);
