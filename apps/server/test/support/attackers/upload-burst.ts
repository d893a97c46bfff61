/** A client that uploads many large files at once, in its own thread, so that its cost does not count as the server's. */
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export interface BurstOrder {
  readonly url: string;
  /** The owner of each upload. */
  readonly tokens: readonly string[];
  readonly rounds: number;
  readonly body: Uint8Array;
}

const { url, tokens, rounds, body } = workerData as BurstOrder;
const agent = new Agent({ keepAlive: false });

/** The answer's status; 0 when the connection ended without one. */
const upload = (token: string) =>
  new Promise<number>((resolve) => {
    const sent = request(`${url}/api/documents`, {
      agent,
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    });
    sent.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });

const statuses: number[] = [];
for (let round = 0; round < rounds; round += 1) statuses.push(...(await Promise.all(tokens.map(upload))));
parentPort?.postMessage(statuses);
