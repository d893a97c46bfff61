/** The side of `worker-task.ts` that runs in the thread or process. */
import { getHeapStatistics } from 'node:v8';
import { parentPort, type TransferListItem } from 'node:worker_threads';

export interface TaskResult<Output> {
  readonly output: Output;
  /** What of it is moved, not copied. */
  readonly transfer?: TransferListItem[];
}

/** What it sends: first that it is ready, then a reply to each task. */
export type TaskReply = { readonly heapBytes: number } & (
  | { readonly output: unknown }
  | { readonly failure: string }
);

/** Runs each input that arrives. */
export function serveTask<Input, Output>(run: (input: Input) => Promise<TaskResult<Output>>): void {
  const heapBytes = () => getHeapStatistics().used_heap_size;
  const send = (reply: TaskReply, transfer: TransferListItem[] = []) => {
    if (parentPort) parentPort.postMessage(reply, transfer);
    else process.send?.(reply);
  };
  const onInput = (input: Input) => {
    run(input).then(
      ({ output, transfer }) => send({ output, heapBytes: heapBytes() }, transfer),
      (error: unknown) => send({ failure: String(error), heapBytes: heapBytes() }),
    );
  };
  if (parentPort) parentPort.on('message', onInput);
  else process.on('message', onInput);
  send({ output: 'ready', heapBytes: heapBytes() });
}

/** Bytes in a memory of their own: they can be moved, and nothing else is moved with them. */
export function movable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return whole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
