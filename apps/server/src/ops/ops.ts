/**
 * `npm run ops`: the bank's desk on the command line. Lists open decisions, shows one with its documents, and takes the decision, which
 * is audited under the name of the person who made it. Works with or without a running server. `help` explains each command (`help.ts`).
 * `operate.ts` executes it.
 */
import { endWithReader, ownTerminal } from '../command-line.ts';
import { operate } from './operate.ts';

endWithReader();
process.exitCode = await operate(process.argv.slice(2), ownTerminal);
