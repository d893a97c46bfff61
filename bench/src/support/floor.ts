/** The floor: a bare server on the same PostgreSQL (`bench/peer/floor-server.ts`), under the same load as the bank. */
import { idToCome, postRequest, send } from './load.ts';
import { benchPort, startServer } from './server-process.ts';

const port = benchPort + 1;

/** One from each of its accounts. */
const requests = Array.from({ length: 1024 }, (_, index) =>
  postRequest(
    '/payments',
    { 'Idempotency-Key': idToCome },
    { from: index + 1, to: 1025 + (index % 32), amount: '1.00', details: 'Invoice 7' },
  ),
);

export interface Floor {
  /** Payments a second. */
  measure(load: { readonly connections: number; readonly seconds: number }): Promise<number>;
  stop(): Promise<void>;
}

/** Starts it beside the measured bank; without requests it is idle. */
export async function startFloor(databaseUrl: string): Promise<Floor> {
  const env = { PORT: String(port), DATABASE_URL: databaseUrl };
  const server = await startServer('', env, 'bench/peer/floor-server.ts');
  return {
    async measure(load) {
      const { requests: answered, seconds } = await send({ port, ...load, requests });
      return answered / seconds;
    },
    stop: server.stop,
  };
}
