/**
 * The signer's calls over HTTP on a unix socket: `POST /sign` returns the signed transaction, `POST /check` only whether it would be signed now. 422
 * is a refusal with its code,
 * 503 anything else. Each answer is a line on standard output with the withdrawal's id and the code, never an address, an amount or a key.
 */
import { unlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Server } from 'node:net';
import { SigningRefused } from './refusal.ts';
import { readRequest, type Signed, type SigningRequest } from './request.ts';
import { CannotStart } from './seed.ts';

export interface ServerOptions {
  readonly socket: string;
  readonly sign: (request: SigningRequest) => Promise<Signed>;
  readonly check: (request: SigningRequest) => Promise<void>;
  readonly tell: (line: object) => void;
  /** The journal failed: nothing more may be signed. */
  readonly onBroken: () => void;
}

export interface RunningServer {
  /** Answers pending requests, then ends. */
  close(): Promise<void>;
}

const largestBody = 9_000_000;

/** Throws CannotStart if another signer answers there. */
export async function serve(options: ServerOptions): Promise<RunningServer> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    void answer(request, response, options);
  });
  server.maxConnections = 32;
  await listenOn(options.socket, server);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { sign, check, tell, onBroken }: ServerOptions,
): Promise<void> {
  const send = (status: number, content: object) => {
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify(content));
  };
  let withdrawalId: string | undefined;
  try {
    const isCheck = request.url === '/check';
    if (request.method !== 'POST' || (!isCheck && request.url !== '/sign'))
      return send(404, { error: 'unknown_call' });
    const asked = readRequest(await bodyOf(request));
    withdrawalId = asked.withdrawalId;
    if (isCheck) {
      await check(asked);
      return send(200, {});
    }
    const signed = await sign(asked);
    tell({ signed: withdrawalId, txId: signed.txId });
    send(200, signed);
  } catch (error) {
    if (error instanceof SigningRefused) {
      tell({ refused: withdrawalId, reason: error.code });
      return send(422, { refusal: error.code });
    }
    // The message could contain the signed data.
    tell({ failed: withdrawalId, reason: error instanceof Error ? error.name : 'error' });
    send(503, { error: 'unavailable' });
    onBroken();
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > largestBody) break;
      chunks.push(chunk);
    }
  } catch {
    // The caller hung up.
    throw new SigningRefused('malformed');
  }
  if (size > largestBody) throw new SigningRefused('malformed');
  return Buffer.concat(chunks).toString('utf8');
}

/** Takes a socket's path over from an ended process. Its directory decides who may connect. */
export async function listenOn(path: string, server: Server): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const code = await new Promise<string | undefined>((resolve) => {
      server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
      server.listen({ path }, () => resolve(undefined));
    });
    if (code === undefined) return;
    if (code !== 'EADDRINUSE' || attempt > 0 || (await answers(path)))
      throw new CannotStart(
        code === 'EADDRINUSE'
          ? `Another signer is running on ${path}.`
          : `${path} cannot be opened (${code}).`,
      );
    await unlink(path).catch(() => undefined);
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
