/** A process that follows the price service can end by itself: nothing of it keeps the process alive. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startPriceServer } from '@calmly/server/test/support/processes/price-service.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { expect, it } from 'vitest';

const module = fileURLToPath(new URL('./price-service.ts', import.meta.url));

it.each(['open', 'refused'] as const)('ends while its websockets are %s', async (sockets) => {
  const server = await startPriceServer();
  server.sockets = sockets;
  const script = `
    import { createPriceService } from ${JSON.stringify(module)};
    const log = { warn: () => undefined };
    const sink = { price: async (code) => void process.stdout.write(code), candles: async () => undefined };
    const timing = { pollMs: 60_000, heartbeatMs: 20_000, firstRetryMs: 20, longestRetryMs: 100, keepMs: 20, timeoutMs: 5_000 };
    createPriceService(
      { url: '${server.url}', authorization: '${server.authorization}', maxAgeMs: 60_000, timing },
      log,
    ).follow(sink);
    // Until the test has seen enough.
    process.stdin.resume();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  let told = '';
  child.stdout.setEncoding('utf8').on('data', (codes) => {
    told += codes;
  });
  try {
    await until(
      () => told,
      (codes) => ['BTCEPI', 'ETHEPI', 'TONEPI'].every((code) => codes.includes(code)),
    );
    if (sockets === 'open') {
      await until(
        () => server.greetings.length,
        (count) => count >= 2,
      );
      expect(server.connections.toSorted()).toEqual(['/feed', '/orders']);
    }
    child.stdin.end();
    expect(await exit).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
    await server.close();
  }
});
