/** The colours of the bank's PDFs. */
export const colours = {
  ink: '#000102',
  muted: '#6b655e',
  line: '#e6e1d9',
  green: '#14703f',
  paleGreen: '#def3e5',
  amber: '#8a4b00',
  paleAmber: '#fdecd2',
} as const;
