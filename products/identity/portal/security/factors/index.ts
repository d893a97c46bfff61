/** Second factors on the security tab of the profile. */
export { Factors } from './factors.tsx';
export { factorsQuery } from './queries.ts';
