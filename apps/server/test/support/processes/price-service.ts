/**
 * The external price service of the specification on a local port: `GET /statistics/history` with the arrays t, ch, v, vwap, o, h, l, c, and two websockets, `/feed` with candles
 * and `/orders` with order buckets. Both number their messages by instrument.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

type Path = '/feed' | '/orders';

export interface PriceServer {
  readonly url: string;
  readonly authorization: string;
  /** The close of each instrument's running half hour, after the earlier ones. */
  closes: Record<string, string[]>;
  /** Replaces the true answer of the history. */
  fault: ((response: ServerResponse) => boolean) | undefined;
  /** New connections are accepted, refused, or opened and left silent. */
  sockets: 'open' | 'refused' | 'silent';
  readonly historyCalls: string[];
  readonly connections: Path[];
  readonly greetings: unknown[];
  /** Sends the running candle, and changes its close in the history too. */
  candle(instrument: string, close: string, skipped?: number): void;
  /** The same on the feed only. */
  candleAlone(instrument: string, close: string, skipped?: number): void;
  /** The number of the last candle. */
  lastSeq(instrument: string): number;
  buckets(instrument: string, bid: string, ask: string): void;
  /** Sends raw bytes. */
  send(path: Path, data: string | Buffer): void;
  /** Cuts every websocket. */
  drop(): void;
  close(): Promise<void>;
}

const authorization = 'Bearer prices-0123456789';
const halfHourMs = 30 * 60_000;
const runningSince = () => Math.floor(Date.now() / halfHourMs) * halfHourMs;

export async function startPriceServer(): Promise<PriceServer> {
  const open = new Map<WebSocket, Path>();
  const upgraded = new Set<Duplex>();
  const seqs = new Map<string, number>();
  const server = createServer(({ url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://prices.test');
    prices.historyCalls.push(`${searchParams.get('instrument')} ${searchParams.get('limit')}`);
    if (prices.fault?.(response)) return;
    if (headers.authorization !== authorization) return void response.writeHead(401).end();
    if (pathname !== '/api/statistics/history' || searchParams.get('period') !== '30m')
      return void response.writeHead(404).end();
    const closes = (prices.closes[searchParams.get('instrument') ?? ''] ?? []).slice(
      -Number(searchParams.get('limit')),
    );
    response.setHeader('content-type', 'application/json').end(historyOf(closes));
  });
  const wss = new WebSocketServer({ noServer: true, maxPayload: 1_000_000 });
  server.on('upgrade', (request, socket, head) => {
    // The caller may leave while it is being refused.
    socket.on('error', () => undefined);
    const path = (request.url ?? '').replace('/api', '') as Path;
    if (prices.sockets === 'refused' || request.headers.authorization !== authorization)
      return void socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    prices.connections.push(path);
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    wss.handleUpgrade(request, socket, head, (websocket) => {
      if (prices.sockets === 'silent') {
        // Nothing is read, so no ping is answered.
        socket.pause();
        return;
      }
      open.set(websocket, path);
      websocket.on('message', (data) => prices.greetings.push(JSON.parse(String(data))));
      websocket.on('close', () => open.delete(websocket));
      websocket.on('error', () => undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  function number(topic: string, instrument: string, skipped: number): number {
    const seq = (seqs.get(`${topic} ${instrument}`) ?? 0) + 1 + skipped;
    seqs.set(`${topic} ${instrument}`, seq);
    return seq;
  }
  const send: PriceServer['send'] = (path, data) => {
    for (const [websocket, of] of open) if (of === path) websocket.send(data);
  };
  const prices: PriceServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    authorization,
    closes: { BTCEPI: ['80000', '80000'], ETHEPI: ['2800.00', '2800.00'], TONEPI: ['3', '3.00'] },
    fault: undefined,
    sockets: 'open',
    historyCalls: [],
    connections: [],
    greetings: [],
    candle(instrument, close, skipped = 0) {
      prices.closes[instrument]?.splice(-1, 1, close);
      prices.candleAlone(instrument, close, skipped);
    },
    candleAlone(instrument, close, skipped = 0) {
      const time = new Date(runningSince()).toISOString();
      const candle = { ch: '0.00', v: '1.5', vwap: close, open: close, high: close, low: close, close, time };
      const seq = number('candle', instrument, skipped);
      send('/feed', JSON.stringify({ topic: 'candle', instrument, seq, candle }));
    },
    lastSeq: (instrument) => seqs.get(`candle ${instrument}`) ?? 0,
    buckets(instrument, bid, ask) {
      const orderBuckets = [
        { operation: 'SELL', price: ask, quantity: '0.5' },
        { operation: 'BUY', price: bid, quantity: '0.25' },
      ];
      const seq = number('orderBuckets', instrument, 0);
      send('/orders', JSON.stringify({ topic: 'orderBuckets', instrument, seq, orderBuckets }));
    },
    send,
    drop() {
      for (const websocket of open.keys()) websocket.terminate();
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of upgraded) socket.destroy();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return prices;
}

/** Numbers in their original notation, unlike JSON.stringify. */
function historyOf(closes: readonly string[]): string {
  const start = runningSince() / 1000 - (closes.length - 1) * 1800;
  const times = closes.map((_, place) => start + place * 1800);
  const list = (values: readonly unknown[]) => `[${values.join(',')}]`;
  const same = list(closes);
  const texts = list(closes.map(() => '"0.00"'));
  return `{"t":${list(times)},"ch":${texts},"v":${texts},"vwap":${same},"o":${same},"h":${same},"l":${same},"c":${same}}`;
}
