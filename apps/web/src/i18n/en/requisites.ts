/** Texts of the requisites screens. */
export const requisites = {
  title: 'Requisites',
} as const;
