/**
 * The ledger behind the smallest HTTP server: one route, one transfer per request, answered after its commit. A process of its own
 * for the ledger benchmark.
 *
 *   node ledger-server.ts <database url> <port>
 */
import { createLedgerPoster } from '@calmly/server/src/modules/ledger/index.ts';
import { openDatabase } from '@calmly/server/src/platform/database.ts';
import Fastify from 'fastify';

const [url = '', port = ''] = process.argv.slice(2);
const poster = createLedgerPoster(openDatabase(url, { poolSize: 4 }));
const app = Fastify();

const uuid = { type: 'string', format: 'uuid' };
interface Body {
  readonly id: string;
  readonly debit: string;
  readonly credit: string;
  readonly amountMinor: string;
}

app.post<{ Body: Body }>(
  '/transfers',
  {
    schema: {
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'debit', 'credit', 'amountMinor'],
        properties: {
          id: uuid,
          debit: uuid,
          credit: uuid,
          amountMinor: { type: 'string', pattern: '^\\d{1,30}$' },
        },
      },
      response: {
        '2xx': { type: 'object', properties: { ok: { type: 'boolean' }, reason: { type: 'string' } } },
      },
    },
  },
  ({ body }) =>
    poster.post({
      id: body.id,
      debitAccountId: body.debit,
      creditAccountId: body.credit,
      amountMinor: BigInt(body.amountMinor),
      code: 'bench',
      at: new Date(),
    }),
);

await app.listen({ port: Number(port), host: '127.0.0.1' });
process.stdout.write('ready\n');
