export const cards = () => import('./cards-screen.tsx');
export const newCard = () => import('./new-card-screen.tsx');
