/** Pages shown instead of a screen: unknown address, an error, a part that is still being built. */
export { type ComingPart, ComingSoonPage } from './coming-soon-page.tsx';
export { ErrorPage } from './error-page.tsx';
export { NotFoundPage } from './not-found-page.tsx';
