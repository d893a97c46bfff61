/** The answer of the bank that many screens tell apart. */
import { ApiProblem } from '@calmly/contract';

/** What was asked for doesn't exist, isn't the client's, or isn't offered by this bank. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;
