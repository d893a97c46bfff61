/**
 * Refusal: why this process will not start, in one line for the person who started it. `main.ts` prints the message without a stack and
 * exits with code 1. Any other error at startup is a defect and shows its stack.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** What the system's usual error codes mean to the person who started the process. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: 'this user has no right to it',
  EPERM: 'this user has no right to it',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'it is not a directory',
  EEXIST: 'it is not a directory',
  EISDIR: 'it is a directory',
  ENOENT: 'it does not exist',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links go in a circle',
  EIO: 'the disk reports an error',
};

/** Runs `work`; file system errors become a one-line Refusal that names `what`. */
export async function refusingFileErrors<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal || !(error instanceof Error) || !('syscall' in error && 'code' in error))
      throw error;
    const meaning = meanings[String(error.code)];
    throw new Refusal(`${what} cannot be used${meaning ? `: ${meaning}` : ''} (${error.code}).`, {
      cause: error,
    });
  }
}
