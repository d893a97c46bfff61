/** Properties of a caught error. The bank's errors have these texts; `ui/` does not know their class. */
const textOf = (error: unknown, name: string): string | undefined => {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : undefined;
};

/** The problem's code. */
export const codeOf = (error: unknown): string | undefined => textOf(error, 'code');

/** The id of the HTTP request, for support. */
export const requestIdOf = (error: unknown): string | undefined => textOf(error, 'requestId');
