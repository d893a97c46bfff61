/** Why a database cannot be reached, for the person who wrote its address. */

/** What the usual error codes mean. */
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of that name',
  ETIMEDOUT: 'it does not answer',
  '28000': 'this user may not connect',
  '28P01': 'the password is not right',
  '3D000': 'there is no database of that name',
  '53300': 'it has no free connection',
  '57P03': 'it is starting',
};

/** Never includes the address, which may contain a password. */
export function reasonOf(error: unknown): string {
  // A name with several addresses gives one error for each.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && 'code' in first ? first.code : undefined;
  if (typeof code !== 'string') return first instanceof Error ? first.message : String(first);
  const meaning = meanings[code];
  return meaning === undefined ? code : `${meaning} (${code})`;
}
