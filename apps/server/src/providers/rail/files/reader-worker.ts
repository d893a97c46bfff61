/** The thread in which a file from outside is read: what it says, or why it is refused. Started by `reader.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { MessageRefused } from '../../../platform/iso20022/fields.ts';
import { XmlRefused } from '../../../platform/iso20022/xml.ts';
import { readMessage } from './message.ts';
import type { Reading } from './reader.ts';

function read(): Reading {
  try {
    return { ok: true, message: readMessage(workerData as Uint8Array) };
  } catch (error) {
    if (error instanceof XmlRefused || error instanceof MessageRefused)
      return { ok: false, refusal: error.message };
    throw error;
  }
}

parentPort?.postMessage(read());
