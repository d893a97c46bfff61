/**
 * Refusal: why this process will not start, said in one line to the person who started it. `main.ts` prints the message
 * without a stack and leaves with exit code 1. Everything else that stops a start is a defect and shows its stack.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
