/** Checks of a PDF's bytes without its objects. Each function reads a byte a fixed number of times, for any input. */

const space = new Set([0, 9, 10, 12, 13, 32]);
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57;
const percent = 37;

/** Whether it ends where a PDF ends: data after the last marker would belong to another format. */
export function endsAsPdf(file: Uint8Array): boolean {
  const tail = Buffer.from(file.subarray(-1024)).toString('latin1');
  const words = tail.split(/[\s\0]/).filter((word) => word !== '');
  const [keyword, offset, mark] = words.slice(-3);
  return mark === '%%EOF' && /^\d{1,10}$/.test(offset ?? '') && keyword?.endsWith('startxref') === true;
}

/** More comments than this before a keyword only serve to hide it. */
const mostComments = 32;
const longestLine = 256;

/** Whether a stream's bytes contain `12 0 obj`, even with comments between: a manipulated cross-reference table could point there. */
export function hasObjectInside(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = buffer.indexOf('obj'); at !== -1; at = buffer.indexOf('obj', at + 3))
    if (followsNumber(buffer, at)) return true;
  return false;
}

function followsNumber(bytes: Buffer, at: number): boolean {
  let end = at;
  for (let comments = 0; comments <= mostComments; comments += 1) {
    const blanks = end;
    while (end > blanks - longestLine && space.has(bytes[end - 1] ?? -1)) end -= 1;
    if (end === blanks - longestLine) return true;
    if (isDigit(bytes[end - 1])) return end < at;
    const comment = startOfComment(bytes, end);
    if (comment === undefined) return false;
    end = comment;
  }
  return true;
}

/** The position where the line that ends here becomes a comment. */
function startOfComment(bytes: Buffer, end: number): number | undefined {
  let start: number | undefined;
  for (let at = end - 1; at >= 0 && at >= end - longestLine; at -= 1) {
    if (bytes[at] === 10 || bytes[at] === 13) break;
    if (bytes[at] === percent) start = at;
  }
  return start;
}
