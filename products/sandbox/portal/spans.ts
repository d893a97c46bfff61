/** The steps of moving the calendar, and of delaying a payment. */
export const spans = [
  ['hour', 1],
  ['day', 24],
  ['week', 168],
  ['month', 720],
] as const;
