/** The identity check, for the last step of the way to an account and for a client whose check was declined. */
export { IdentityCheck } from './identity-check.tsx';
