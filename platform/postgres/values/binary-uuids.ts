/**
 * A list of UUIDs as a parameter of type `uuid[]`, in PostgreSQL's binary form (`array_send`). Writing it takes as long as a literal, but PostgreSQL
 * reads it several times faster.
 */

const oidOfUuid = 2950;
const headerBytes = 20;
const uuidBytes = 16;
const noDigit = 0xff;

const digits = new Uint8Array(128).fill(noDigit);
for (const digit of '0123456789abcdefABCDEF') digits[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/** A value in another spelling than PostgreSQL's is passed on unchanged, and the database decides what it means. */
export function binaryUuids(ids: ReadonlyArray<string | null>): Buffer | ReadonlyArray<string | null> {
  if (ids.length === 0) return ids;
  const bytes = Buffer.allocUnsafe(headerBytes + ids.length * (4 + uuidBytes));
  bytes.writeInt32BE(1, 0); // dimensions
  bytes.writeInt32BE(1, 4); // an element may be null
  bytes.writeInt32BE(oidOfUuid, 8);
  bytes.writeInt32BE(ids.length, 12);
  bytes.writeInt32BE(1, 16); // the first index
  let at = headerBytes;
  for (const id of ids) {
    at = bytes.writeInt32BE(id === null ? -1 : uuidBytes, at);
    if (id === null) continue;
    if (!writeUuid(bytes, at, id)) return ids;
    at += uuidBytes;
  }
  return bytes.subarray(0, at);
}

const dash = 45;
const isDash = (place: number) => place === 8 || place === 13 || place === 18 || place === 23;

/** False if it is not a UUID. */
function writeUuid(bytes: Buffer, start: number, id: string): boolean {
  if (id.length !== 36) return false;
  let at = start;
  let seen = 0;
  for (let place = 0; place < 36; place += 2) {
    if (isDash(place)) {
      if (id.charCodeAt(place) !== dash) return false;
      place += 1;
    }
    const high = digits[id.charCodeAt(place)] ?? noDigit;
    const low = digits[id.charCodeAt(place + 1)] ?? noDigit;
    seen |= high | low;
    bytes[at] = (high << 4) | low;
    at += 1;
  }
  return seen < uuidBytes;
}
