/**
 * The network that counts as one caller: the address itself for IPv4, the first 64 bits for IPv6. A provider gives every customer at
 * least a /64, so one person has 2^64 addresses and would never reach a limit.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = ''] = address.split('%');
  const [before = '', after] = plain.split('::');
  const left = groupsOf(before);
  const right = groupsOf(after ?? '');
  const zeros =
    after === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const network = [...left, ...zeros, ...right].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

const groupsOf = (part: string) => (part === '' ? [] : part.split(':'));
