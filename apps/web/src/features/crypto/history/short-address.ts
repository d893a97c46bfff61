/** The beginning and the end of an address, as people compare it. */
export const shortAddress = (address: string): string =>
  address.length > 18 ? `${address.slice(0, 8)}…${address.slice(-6)}` : address;
