/** Shared by the staff commands: the terminal, parsing of options, and the error for an invalid command line. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Input and output of a command. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  print(text: string): void;
  printError(text: string): void;
}

/** The terminal of this process. */
export const ownTerminal: Terminal = {
  env: process.env,
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
};

/** Ends this process quietly when its output is no longer read, as in `npm run ops | head`. */
export function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit();
    });
}

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
    // Node's first sentence names the option; the rest is advice on shell syntax.
    const [sentence = ''] = String((error as Error).message).split(/\.\s|\n/);
    throw new Misunderstood(`${sentence.replace(/\.$/, '')}.`);
  }
}
