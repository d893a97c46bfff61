/** A process that follows the price service can end by itself: nothing of it keeps the process alive. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startPriceServer } from '../../../../test/support/processes/price-service.ts';

const run = promisify(execFile);
const module = fileURLToPath(new URL('./price-service.ts', import.meta.url));

it.each(['open', 'refused'] as const)('ends while its websockets are %s', async (sockets) => {
  const server = await startPriceServer();
  server.sockets = sockets;
  const script = `
    import { createPriceService } from ${JSON.stringify(module)};
    const log = { warn: () => undefined };
    const told = [];
    const sink = { price: async (code) => void told.push(code), candles: async () => undefined };
    const timing = { pollMs: 60_000, heartbeatMs: 20_000, firstRetryMs: 20, longestRetryMs: 100, keepMs: 20, timeoutMs: 5_000 };
    createPriceService(
      { url: '${server.url}', authorization: '${server.authorization}', maxAgeMs: 60_000, timing },
      log,
    ).follow(sink);
    setTimeout(() => process.stdout.write(told.toSorted().join()), 1_500);
  `;
  try {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 20_000,
    });
    expect(stdout).toBe('BTCEPI,ETHEPI,TONEPI');
    if (sockets === 'open') expect(server.connections.toSorted()).toEqual(['/feed', '/orders']);
  } finally {
    await server.close();
  }
});
