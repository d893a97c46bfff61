/** Purposes of payments: codes of ISO 20022's ExternalPurpose1Code that people know by name. */
export const paymentPurposes = [
  'SUPP',
  'GDDS',
  'SCVE',
  'SALA',
  'RENT',
  'TAXS',
  'LOAN',
  'INSU',
  'DIVI',
  'CHAR',
  'OTHR',
] as const;
export type PaymentPurpose = (typeof paymentPurposes)[number];
