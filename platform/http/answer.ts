/**
 * Responses as bytes. Handlers return outputs in our names; the endpoint's schema encodes them for the wire. An output that does not fit
 * its schema is our bug and becomes a 500, so that no unknown field leaks.
 *
 * Handlers return `Answer` itself if they set status, headers or stored bytes themselves, and `Download` for a file.
 */
import { Readable } from 'node:stream';
import {
  type EndpointOutput,
  type EndpointSpec,
  isSentForApproval,
  type SentForApproval,
  zSentForApproval,
} from '@calmly/contract';
import { z } from 'zod';

export type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>;

export interface Answer {
  readonly status: number;
  /** JSON text, or the bytes of a file, at once or as they are made; empty for 204. */
  readonly body: string | Uint8Array | Readable;
  readonly headers?: AnswerHeaders;
}

/** A file for the client to save. */
export interface Download {
  readonly fileName: string;
  /** All at once, or as it is made; in that case a failure truncates the file. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  /** Set by calls that return files of several kinds; otherwise the endpoint's. */
  readonly mediaType?: string;
}

/** The result of a handler: its file, its output in our names, or notice that it waits for approval. */
export type HandlerOutput<E extends EndpointSpec> = E extends { readonly download: string }
  ? Download
  : EndpointOutput<E> | (E extends { readonly approval: true } ? SentForApproval : never);

/** The endpoint's success answer with a handler's output or download. */
export function encodeAnswer<E extends EndpointSpec>(spec: E, output: HandlerOutput<E>): Answer {
  if (spec.download !== undefined) return downloadAnswer(spec.download, output as unknown as Download);
  if (spec.approval && isSentForApproval(output))
    return { status: 202, body: JSON.stringify(z.encode(zSentForApproval, output)) };
  if (spec.response === undefined) return { status: 204, body: '' };
  return { status: spec.status ?? 200, body: JSON.stringify(z.encode(spec.response, output)) };
}

/** Whether a handler has built the whole answer itself. No resource has both a numeric `status` and a `body`. */
export function isAnswer(value: unknown): value is Answer {
  return (
    typeof value === 'object' &&
    value !== null &&
    'status' in value &&
    typeof value.status === 'number' &&
    'body' in value
  );
}

/** A file is always saved, never shown in our origin; its name is given in both forms of RFC 6266. */
function downloadAnswer(usualType: string, { fileName, content, mediaType = usualType }: Download): Answer {
  const plain = fileName.replaceAll(/[^\w.-]+/g, '_');
  return {
    status: 200,
    body: content instanceof Uint8Array ? content : Readable.from(content),
    headers: {
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    },
  };
}
