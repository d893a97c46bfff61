/**
 * An idempotent write: one call, one transaction, one stored response. The key is claimed first. A refusal by a rule (404, 409, 422)
 * undoes the handler's writes, by a savepoint, and is stored with the key like a success. Any other failure rolls everything back,
 * including the key.
 */
import { type EndpointSpec, problems } from '@calmly/contract';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import { replicateWhatWasRead } from '../../postgres/transaction.ts';
import { Problem } from '../../problem.ts';
import type { RequestContext, Work } from '../../work.ts';
import { type Answer, encodeAnswer, type HandlerOutput } from '../answer.ts';
import {
  claimKeys,
  claimOf,
  isDefinitive,
  isReplay,
  keyOwnerOf,
  lastsAfter,
  type StoredAnswer,
  storeAnswers,
} from './idempotency.ts';
import { problemAnswer } from './problems.ts';

/** A call before it has a database handle. */
export type Call = Omit<Work, 'sql'> & { readonly request: RequestContext };

/** Runs `handle` in a transaction under the call's key, or returns the stored response. */
export async function writeOnce(
  endpoint: EndpointSpec,
  database: Database,
  call: Call,
  handle: (work: Work) => Promise<unknown>,
): Promise<Answer> {
  const claim = claimOf(call.request, keyOwnerOf(call));
  return database.inTransaction(async (open) => {
    const [verdict] = await claimKeys(open, [claim]);
    if (verdict === 'reused') throw new Problem('idempotency_key_reused');
    if (isReplay(verdict)) {
      await replicateWhatWasRead(open);
      return replayAnswer(verdict.replay);
    }
    const { status, body, ...answer } = await runOrRefuse(endpoint, { ...call, sql: open }, handle);
    if (typeof body !== 'string') throw new Error('a file cannot be the answer of an idempotent call');
    await storeAnswers(open, [{ ...claim, status, body, lasts: lastsAfter(endpoint, status) }]);
    return { status, body, ...answer };
  });
}

/** The handler's answer, or the refusal of a rule as an answer, with the handler's writes undone. */
async function runOrRefuse(
  endpoint: EndpointSpec,
  work: Work & Call,
  handle: (work: Work) => Promise<unknown>,
): Promise<Answer> {
  await sql`savepoint handler`.execute(work.sql);
  try {
    return encodeAnswer(endpoint, (await handle(work)) as HandlerOutput<EndpointSpec>);
  } catch (error) {
    if (!(error instanceof Problem) || !isDefinitive(problems[error.code].status)) throw error;
    await sql`rollback to savepoint handler`.execute(work.sql);
    const { locale, id: requestId } = work.request;
    return problemAnswer(error, { locale, requestId, endpoint });
  }
}

/** A stored answer, byte for byte, marked as a replay. */
export function replayAnswer({ status, body }: StoredAnswer): Answer {
  return {
    status,
    body,
    headers: {
      'idempotent-replay': 'true',
      ...(status >= 400 ? { 'content-type': 'application/problem+json' } : {}),
    },
  };
}
