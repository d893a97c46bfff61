/** Shared by the staff commands: parsing of options, and the error for an invalid command line. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The command line is wrong; the process ends with exit code 2. */
export class Misunderstood extends Error {}

/** The given arguments and options. */
export function parseCommandLine<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    // Node's first sentence names the option; what follows is advice on the syntax of shells.
    const [sentence = ''] = String((error as Error).message).split(/\.\s|\n/);
    throw new Misunderstood(`${sentence.replace(/\.$/, '')}.`);
  }
}
