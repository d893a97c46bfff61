/** Texts of the profile screens. */
export const profile = {
  title: 'Profile',
} as const;
