/** The identity check, for the last registration step and for a client whose check was declined. */
export { IdentityCheck } from './identity-check.tsx';
