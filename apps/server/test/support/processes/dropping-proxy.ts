/** A proxy that forwards the request and drops the complete response together with the connection. */
import { connect, createServer, type Server } from 'node:net';

export interface DroppingProxy {
  readonly url: string;
  /** The unread answers, as raw bytes. */
  readonly dropped: string[];
  close(): void;
}

/** Starts one in front of the server at `target`. */
export async function startDroppingProxy(target: string): Promise<DroppingProxy> {
  const dropped: string[] = [];
  const port = Number(new URL(target).port);
  const server: Server = createServer((caller) => {
    const upstream = connect(port, '127.0.0.1');
    caller.pipe(upstream);
    caller.on('error', () => upstream.destroy());
    upstream.on('data', (bytes) => {
      dropped.push(bytes.toString());
      caller.destroy();
      upstream.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return { url: `http://127.0.0.1:${address.port}`, dropped, close: () => server.close() };
}
