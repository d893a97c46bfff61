/** Loaded before the first of them opens, so that a visitor's page names none of their files. */
export const profile = () => import('./profile-screen.tsx');
