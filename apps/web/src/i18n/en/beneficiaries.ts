/** Texts of the beneficiaries screens. */
export const beneficiaries = {
  title: 'Beneficiaries',
} as const;
