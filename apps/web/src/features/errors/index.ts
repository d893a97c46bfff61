/** Pages that stand in for a screen: unknown address, a fault, a part that is still being built. */
export { type ComingPart, ComingSoonPage } from './coming-soon-page.tsx';
export { ErrorPage } from './error-page.tsx';
export { NotFoundPage } from './not-found-page.tsx';
