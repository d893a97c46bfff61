/** The control of tests of reads: two fifths of the repeated reads are answered with old data, like a cache or a lagging replica. */
import type { Call, CallResult } from '../app.ts';
import type { Chance } from '../chance.ts';

export function staleReads(call: Call, { happens }: Chance): Call {
  const answered = new Map<string, CallResult<never>>();
  return async (endpoint, input, options) => {
    if (endpoint.method !== 'GET') return call(endpoint, input, options);
    const question = JSON.stringify([endpoint.id, input, options?.token]);
    const earlier = answered.get(question);
    if (earlier && happens(0.4)) return earlier as never;
    const answer = await call(endpoint, input, options);
    answered.set(question, answer as never);
    return answer;
  };
}
