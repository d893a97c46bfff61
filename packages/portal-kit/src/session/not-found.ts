/** The answer of the bank that many screens handle separately. */
import { ApiProblem } from '@calmly/contract';

/** The requested item doesn't exist, isn't the client's, or isn't offered by this bank. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;
