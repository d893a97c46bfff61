/** One run of `npm run ops`, from its arguments to its exit code: 0 done, 1 refused or failed, 2 the command was not understood. */
import { Misunderstood, type Terminal } from '../command-line.ts';
import { readCommandLine, usageFor } from './command-line.ts';

export async function operate(parameters: string[], terminal: Terminal): Promise<number> {
  try {
    const command = readCommandLine(parameters);
    if (typeof command === 'string') terminal.print(`${command}\n`);
    else await (await import('./run.ts')).run(command, terminal);
    return 0;
  } catch (error) {
    const isMisunderstood = error instanceof Misunderstood;
    const sentence = isMisunderstood
      ? `${error.message}\n\n${usageFor(parameters)}`
      : (await import('./run.ts')).sentenceOf(error);
    terminal.printError(`${sentence}\n`);
    return isMisunderstood ? 2 : 1;
  }
}
