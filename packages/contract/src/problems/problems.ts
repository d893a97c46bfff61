/**
 * Every error of the server in one closed table: code to HTTP status and message in both languages, assembled from each product's
 * `contract/problems`. On the wire it is RFC 9457 `application/problem+json`; `detail` is the message in the caller's language or, for invalid
 * fields, a list of `{field, message}`.
 */
import { productFieldProblems, productProblems } from './products.ts';
import { requestFieldProblems, requestProblems } from './request.ts';

export const problems = { ...productProblems, ...requestProblems } as const;
export type ProblemCode = keyof typeof problems;

/** Why a single field was refused; sent in `detail` as `{field, message}`. */
export const fieldProblems = { ...productFieldProblems, ...requestFieldProblems } as const;
export type FieldProblemCode = keyof typeof fieldProblems;
