/** What a caught error says about itself. Errors of the bank have these texts; `ui/` does not know their class. */
const textOf = (error: unknown, name: string): string | undefined => {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : undefined;
};

/** The problem's code. */
export const codeOf = (error: unknown): string | undefined => textOf(error, 'code');

/** The id of the HTTP request, which support can look up. */
export const requestIdOf = (error: unknown): string | undefined => textOf(error, 'requestId');
