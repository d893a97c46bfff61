/**
 * The router: a module registers its calls with it. The contract's endpoint defines path, rights and schemas; the method defines how the
 * handler uses the database.
 *
 *     router.read(endpoint, handler)    no transaction: each statement sees committed data
 *     router.write(endpoint, handler)   one transaction; with its idempotency key if the endpoint requires one
 *     router.batch(endpoint, batch)     concurrent calls are decided in one transaction (`batch.ts`)
 *     router.own(endpoint, handler)     the handler opens its transactions itself (sign-in, a streamed file)
 *     router.page(path, handler)        a plain HTML page of the server itself, outside `/api`
 *     router.webhook(webhook)           a message from a partner's machine, as raw bytes, in one transaction
 *     router.socket(socket)             a websocket beside `/api/live`
 *     router.protocol(protocol)         an endpoint that a standard's own library answers
 *
 * A handler returns the output in our names, a `Download` if the endpoint says so, or (own) a complete `Answer`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EndpointInput, EndpointSpec } from '@calmly/contract';
import type { Locale, Sql, Work } from '../work.ts';
import type { Answer, HandlerOutput } from './answer.ts';
import type { LiveConnection, LiveListener } from './live/room.ts';

export type Handler<E extends EndpointSpec> = (
  work: Work,
  input: EndpointInput<E>,
) => Promise<HandlerOutput<E>>;

export type OwnHandler<E extends EndpointSpec> = (
  work: Work,
  input: EndpointInput<E>,
) => Promise<HandlerOutput<E> | Answer>;

/** A call decided together with others. During `load` and `decide`, its work's `sql` is the open transaction. */
export interface BatchedCall<Command> {
  readonly work: Work;
  readonly command: Command;
}

/** How a module decides concurrent calls together. */
export interface Batch<E extends EndpointSpec, Command, Context> {
  /** Label of the batch sizes in the metrics. */
  readonly name: string;
  /** Unique constraint of the module's own table that also stores the idempotency key. */
  readonly keyConstraint?: string;
  /** Builds a call's command, before the call joins a batch and outside any transaction. */
  prepare(work: Work, input: EndpointInput<E>): Promise<Command>;
  /** The key of calls that lock the same rows: while one of them waits or is in flight, they share a lane. */
  lane(command: Command): string;
  /** Whether the call must be decided alone. */
  isAlone?(command: Command): boolean;
  /** Reads and locks the rows that `decide` needs. Also gets repeated calls, because it runs together with the look-up of their keys. */
  load(db: Sql, calls: ReadonlyArray<BatchedCall<Command>>): Promise<Context>;
  /** Decides calls whose keys are free: one verdict each, in order. A refusal by the database ends the transaction. */
  decide(
    db: Sql,
    calls: ReadonlyArray<BatchedCall<Command>>,
    context: Context,
  ): Promise<BatchDecision<HandlerOutput<E>>>;
  /** The same for one call, as a handler of `router.write`: throws its refusal. */
  decideAlone(work: Work, command: Command): Promise<HandlerOutput<E>>;
}

export interface BatchDecision<Output> {
  /** An error (a problem, a step-up), or the function that builds the output while the database writes. */
  readonly verdicts: ReadonlyArray<(() => Output) | Error>;
  /** Writes the decisions; its statements are sent together with the stored answers. */
  write(): Promise<unknown>;
}

export interface PageRequest {
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The language chosen in this browser, otherwise the browser's own. */
  readonly locale: Locale;
  /** For the page's own `<style nonce>` and `<script nonce>`; all other styles and scripts are blocked. */
  readonly nonce: string;
}

/** A page's answer that is not HTML under the usual policy. */
export interface PageAnswer {
  readonly body: string;
  readonly mediaType?: string;
  /** Another Content-Security-Policy. */
  readonly policy?: string;
}

/** Returns a whole HTML document; the handler escapes external text. */
export type PageHandler = (work: Work, page: PageRequest) => Promise<string | PageAnswer>;

/** A webhook's message as received. */
export interface WebhookDelivery {
  /** In lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Buffer;
}

/** JSON, with status 200. */
export interface WebhookAnswer {
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Refuses (`webhook_refused`) messages that are not authentic. `sql` is the pool's, as no transaction is open yet. */
export type WebhookCheck = (delivery: WebhookDelivery, at: Pick<Work, 'sql' | 'now'>) => void | Promise<void>;

/** Without a returned answer, the sender gets 204. */
export type WebhookHandler = (work: Work, delivery: WebhookDelivery) => Promise<WebhookAnswer | undefined>;

export interface Router {
  read<E extends EndpointSpec>(endpoint: E, handler: Handler<E>): void;
  write<E extends EndpointSpec>(endpoint: E, handler: Handler<E>): void;
  batch<E extends EndpointSpec, Command, Context>(endpoint: E, batch: Batch<E, Command, Context>): void;
  own<E extends EndpointSpec>(endpoint: E, handler: OwnHandler<E>): void;
  page(path: string, handler: PageHandler): void;
  webhook(webhook: Webhook): void;
  protocol(protocol: Protocol): void;
  socket(socket: SocketRoute): void;
}

export interface HandlerRoute {
  readonly kind: 'read' | 'write' | 'own';
  readonly endpoint: EndpointSpec;
  readonly handler: AnyHandler;
}

export interface BatchRoute {
  readonly kind: 'batch';
  readonly endpoint: EndpointSpec;
  readonly batch: AnyBatch;
}

export type Route = HandlerRoute | BatchRoute;

export interface Webhook {
  /** Last part of the path. */
  readonly name: string;
  /** What it reports, for the documentation. */
  readonly summary: string;
  readonly check: WebhookCheck;
  /** Handles an authenticated message, in a transaction. */
  readonly handler: WebhookHandler;
  /**
   * For senders that wait for an answer only for a limited time: work that is not ready to commit by then is rolled back and `late` is answered. The
   * same applies to our own failures.
   */
  readonly deadline?: { readonly ms: number; readonly late: WebhookAnswer };
}

/** Node's own request and response, for a protocol's handler. */
export interface ProtocolCall {
  /** The edge sets `x-forwarded-proto` to tell whether the browser uses https. */
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A websocket with the tickets and limits of `/api/live`. */
export interface SocketRoute {
  /** Under `/api`. */
  readonly path: string;
  /** Called for each browser that connects. */
  readonly open: (connection: LiveConnection) => LiveListener;
}

export interface Protocol {
  /** Label in metrics. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** From the root. */
  readonly path: string;
  /** Its OpenAPI operation object. Without one, the address is not documented. */
  readonly operation?: Readonly<Record<string, unknown>> | undefined;
  /** Must answer every call. */
  readonly handler: (call: ProtocolCall) => Promise<void>;
}

export interface Page {
  readonly path: string;
  readonly handler: PageHandler;
}

/** A handler whose input and output types were checked against its endpoint at registration. */
type AnyHandler = (work: Work, input: never) => Promise<unknown>;
type AnyBatch = Batch<EndpointSpec, unknown, unknown>;

/** Collects the modules' registrations, from which the server builds its routes. */
export function collectRoutes(register: (router: Router) => void): {
  routes: Route[];
  pages: Page[];
  webhooks: Webhook[];
  protocols: Protocol[];
  sockets: SocketRoute[];
} {
  const routes = new Map<string, Route>();
  const pages: Page[] = [];
  const webhooks: Webhook[] = [];
  const protocols: Protocol[] = [];
  const sockets: SocketRoute[] = [];
  const add = (route: Route) => {
    const { id, idempotent } = route.endpoint;
    if (routes.has(id)) throw new Error(`${id} is registered twice`);
    if (idempotent && route.kind !== 'write' && route.kind !== 'batch')
      throw new Error(`${id} is idempotent: its answer is stored by write or batch`);
    if (route.endpoint.stream !== undefined && route.kind !== 'own')
      throw new Error(`${id} takes a stream: no transaction may wait for it`);
    routes.set(id, route);
  };
  register({
    read: (endpoint, handler) => add({ kind: 'read', endpoint, handler }),
    write: (endpoint, handler) => add({ kind: 'write', endpoint, handler }),
    batch: (endpoint, batch) => add({ kind: 'batch', endpoint, batch: batch as unknown as AnyBatch }),
    own: (endpoint, handler) => add({ kind: 'own', endpoint, handler }),
    page: (path, handler) => pages.push({ path, handler }),
    webhook: (webhook) => webhooks.push(webhook),
    protocol: (protocol) => protocols.push(protocol),
    socket: (socket) => sockets.push(socket),
  });
  return { routes: [...routes.values()], pages, webhooks, protocols, sockets };
}
