/** How far the calendar is moved on, and how long a payment may wait. */
export const spans = [
  ['hour', 1],
  ['day', 24],
  ['week', 168],
  ['month', 720],
] as const;
