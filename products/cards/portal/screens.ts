/** Loaded before the first of them opens, so that a visitor's page names none of their files. */
export const cards = () => import('./cards-screen.tsx');
export const newCard = () => import('./new-card-screen.tsx');
