/** Loaded before the first of them opens, so that a visitor's page names none of their files. */
export const inbox = () => import('./inbox-screen.tsx');
