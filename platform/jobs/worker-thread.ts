/** The part of `worker-task.ts` that runs in the thread or process. */
import { getHeapStatistics } from 'node:v8';
import { parentPort, type TransferListItem } from 'node:worker_threads';

export interface TaskResult<Output> {
  readonly output: Output;
  /** Buffers that are moved, not copied. */
  readonly transfer?: TransferListItem[];
}

/** The runner's memory after a task. */
interface Memory {
  readonly heapBytes: number;
  /** For a process: growth since it began, including memory outside its heap. */
  readonly grownBytes: number;
}

/** Messages from the runner: first that it is ready, then a reply to each task. */
export type TaskReply = Memory &
  (
    | { readonly output: unknown /** Of a stream: there are no more pieces. */; readonly isLast?: boolean }
    | { readonly failure: string }
  );

/** Messages to a stream: the input, then a request for each further piece, with the value that the previous `yield` returns. */
export type StreamRequest<Input, Fed> = { readonly input: Input } | { readonly next: Fed };

/** Runs each input that arrives. */
export function serveTask<Input, Output>(run: (input: Input) => Promise<TaskResult<Output>>): void {
  serve<Input>((input) =>
    run(input).then(
      ({ output, transfer }) => send({ output, ...memory() }, transfer),
      (error: unknown) => send({ failure: String(error), ...memory() }),
    ),
  );
}

/** Runs each input that arrives and answers piece by piece, on request. */
export function serveStream<Input, Piece, Fed = undefined>(
  run: (input: Input) => AsyncGenerator<Piece, void, Fed>,
): void {
  let pieces: AsyncGenerator<Piece, void, Fed> | undefined;
  serve<StreamRequest<Input, Fed>>(async (request) => {
    try {
      if ('input' in request) pieces = run(request.input);
      const step = 'input' in request ? pieces?.next() : pieces?.next(request.next);
      const { value, done = false } = (await step) ?? { value: undefined, done: true };
      send({ output: value, isLast: done, ...memory() });
    } catch (error) {
      send({ failure: String(error), ...memory() });
    }
  });
}

const rssAtStart = process.memoryUsage.rss();

const memory = (): Memory => ({
  heapBytes: getHeapStatistics().used_heap_size,
  grownBytes: parentPort ? 0 : process.memoryUsage.rss() - rssAtStart,
});

function send(reply: TaskReply, transfer: TransferListItem[] = []): void {
  if (parentPort) parentPort.postMessage(reply, transfer);
  else process.send?.(reply);
}

function serve<Message>(answer: (message: Message) => Promise<void>): void {
  const onMessage = (message: Message) => void answer(message);
  if (parentPort) parentPort.on('message', onMessage);
  else {
    process.on('message', onMessage);
    // Signals reach the server's whole process group, as with Ctrl-C. The server ends its processes when it stops.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  }
  send({ output: 'ready', ...memory() });
}

/** Bytes in their own buffer, so that they can be moved without anything else. */
export function movable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return whole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
