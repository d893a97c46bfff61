/** Names of the files of PostgreSQL's log: timeline and number of a segment of 16 MB, in hex. */

export const segmentBytes = 16 * 1024 ** 2;
const segmentsPerLog = 2 ** 32 / segmentBytes;

export interface Segment {
  readonly timeline: number;
  /** Counts the segments of all timelines alike: a timeline continues the numbers of the one that it left. */
  readonly number: number;
}

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');

export const segmentName = ({ timeline, number }: Segment): string =>
  hex(timeline) + hex(Math.floor(number / segmentsPerLog)) + hex(number % segmentsPerLog);

/** Undefined if it is not the name of a whole segment. */
export function parseSegment(name: string): Segment | undefined {
  if (!/^[0-9A-F]{24}$/.test(name)) return undefined;
  const [timeline = 0, log = 0, low = 0] = [0, 8, 16].map((at) =>
    Number.parseInt(name.slice(at, at + 8), 16),
  );
  return { timeline, number: log * segmentsPerLog + low };
}

/** The number of the segment that contains a position such as `0/2000028`. */
export function segmentAt(lsn: string): number {
  const [log = '0', low = '0'] = lsn.split('/');
  return Number.parseInt(log, 16) * segmentsPerLog + Math.floor(Number.parseInt(low, 16) / segmentBytes);
}
