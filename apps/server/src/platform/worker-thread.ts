/** The thread's side of `worker-task.ts`. */
import { getHeapStatistics } from 'node:v8';
import { parentPort, type TransferListItem } from 'node:worker_threads';

export interface TaskResult<Output> {
  readonly output: Output;
  /** What of it is moved, not copied. */
  readonly transfer?: TransferListItem[];
}

/** What a thread sends: first that it is ready, then a reply to each task. */
export type TaskReply = { readonly heapBytes: number } & (
  | { readonly output: unknown }
  | { readonly failure: string }
);

/** Runs each input that arrives. */
export function serveTask<Input, Output>(run: (input: Input) => Promise<TaskResult<Output>>): void {
  const port = parentPort;
  if (!port) throw new Error('this file runs in a worker thread only');
  const heapBytes = () => getHeapStatistics().used_heap_size;
  const send = (reply: TaskReply, transfer: TransferListItem[] = []) => port.postMessage(reply, transfer);
  port.on('message', (input: Input) => {
    run(input).then(
      ({ output, transfer }) => send({ output, heapBytes: heapBytes() }, transfer),
      (error: unknown) => send({ failure: String(error), heapBytes: heapBytes() }),
    );
  });
  send({ output: 'ready', heapBytes: heapBytes() });
}

/** Bytes in a memory of their own: they can be moved, and nothing else is moved with them. */
export function movable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return whole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
