/**
 * Serves the portal's files from the web build. Files with a hash in their name never change and are cached for a year. The build also
 * compressed them (`.br`, `.gz`), so that no browser waits for compression. Every other address outside `/api` gets `index.html`, with a
 * fresh nonce in place of the build's placeholder, in the reader's language (`pageLocaleOf`): status 200 for a screen of the portal, 404
 * for any other address. Pages for visitors without a session include their frame (`frames.json`), so that they are visible before the
 * first script runs.
 *
 * The identity check runs in an iframe. The sandbox's is a second page of the build, which exists only there. A provider's comes from
 * its own origin, and only the screens of the check may embed it and grant it camera and microphone.
 *
 * Without a build (tests of the API) there is no portal, and its addresses return 404.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join, relative } from 'node:path';
import { isScreen as isScreenOfClients } from '@calmly/contract';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../problem.ts';
import type { Locale } from '../work.ts';
import { pageLocaleOf } from './calls/api.ts';
import { assetHeaders, newNonce, portalHeaders, widgetHeaders } from './security.ts';

const apiPath = /^\/(?:office\/)?api(?:\/|$)/;
const noncePlaceholder = '__CSP_NONCE__';
const immutable = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';
/** The page that the provider's Web SDK puts into its frame. */
const widgetPath = '/websdk/websdk.html';
/** The screens that embed a provider's frame. */
const identityPaths: ReadonlySet<string> = new Set(['/create-account', '/companies/add']);
/** Screens reached only by a shared link, which must not appear in search engines. */
const unlisted = '/get-paid/';

export interface PortalOptions {
  /** Directory of the web build. */
  readonly portalDirectory: string;
  /** Whether the portal has a screen at this path; by default those of the clients' contract. Any other path is answered with 404. */
  readonly isScreen?: (path: string) => boolean;
  /** Source of the identity check's frame: the build's own page, a provider's origin, or none. */
  readonly identityWidget?: 'own' | URL | undefined;
}

/** Serves the build and answers every unknown address. */
export async function addPortal(
  server: FastifyInstance,
  { portalDirectory: directory, identityWidget, isScreen = isScreenOfClients }: PortalOptions,
): Promise<void> {
  const index = await readPages(directory);
  const widget = identityWidget === 'own' ? await readPage(join(directory, widgetPath)) : undefined;
  if (index !== undefined) {
    await server.register(fastifyStatic, {
      root: directory,
      serve: false,
      preCompressed: true,
      cacheControl: false,
    });
    // Only files of the build are looked up on disk.
    const served = new Set(await listServed(directory));
    const send = (reply: FastifyReply, path: string, cacheControl: string) => {
      if (!served.has(path)) throw new Problem('not_found');
      return reply.headers({ ...assetHeaders, 'cache-control': cacheControl }).sendFile(path);
    };
    const method = ['GET', 'HEAD'];
    server.route<{ Params: { name: string } }>({
      method,
      url: '/assets/:name',
      handler: ({ params }, reply) => send(reply, `assets/${params.name}`, immutable),
    });
    for (const path of served)
      if (!path.startsWith('assets/'))
        server.route({
          method,
          url: `/${path}`,
          handler: (_request, reply) => send(reply, path, revalidate),
        });
  }
  // Browsers request it for pages that name no icon, such as the server's own pages.
  if (index !== undefined)
    server.get('/favicon.ico', async (_request, reply) =>
      reply.headers({ ...assetHeaders, 'cache-control': revalidate }).redirect('/icon.svg', 308),
    );
  if (widget !== undefined)
    server.get(widgetPath, async (_request, reply) => {
      const nonce = newNonce();
      return reply.headers(widgetHeaders(nonce)).type('text/html; charset=utf-8').send(widget.join(nonce));
    });
  const origin = identityWidget instanceof URL ? identityWidget.origin : undefined;
  server.setNotFoundHandler(async (request, reply) => {
    // Not parsed as a URL: `//[` is invalid, and `//host/api` would give a different path.
    const pathname = request.url.split('?', 1)[0] ?? '';
    const isPage =
      index !== undefined &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !apiPath.test(pathname) &&
      !pathname.startsWith('/assets/');
    if (!isPage) throw new Problem('not_found');
    const nonce = newNonce();
    const page = index(framedPath(pathname, request.raw), pageLocaleOf(request.url, request.headers)).join(
      nonce,
    );
    return reply
      .code(isScreen(pathname) ? 200 : 404)
      .headers(portalHeaders(nonce, identityPaths.has(pathname) ? origin : undefined))
      .headers(pathname.startsWith(unlisted) ? { 'x-robots-tag': 'noindex, nofollow' } : {})
      .type('text/html; charset=utf-8')
      .send(page);
  });
}

const notServed = /^(index\.html$|frames\.json$|websdk\/|\.)|\.(br|gz|map)$/;

/** Paths of the build's public files; a compressed variant is sent in place of its original. */
async function listServed(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(directory, join(parentPath, name)).replaceAll('\\', '/'))
    .filter((path) => !notServed.test(path));
}

type Frames = Readonly<
  Record<string, Readonly<Record<Locale, { readonly head: string; readonly body: string }>>>
>;

/** The portal's page in a language, with the frame of a path if it has one; split at its placeholders, once. */
async function readPages(directory: string) {
  const index = await readFile(join(directory, 'index.html'), 'utf8').catch(() => undefined);
  if (index === undefined) return undefined;
  const frames: Frames = JSON.parse(await readFile(join(directory, 'frames.json'), 'utf8').catch(() => '{}'));
  const made = new Map<string, readonly string[]>();
  for (const locale of ['en', 'ru'] as const) {
    // Screen readers and translators use the language before the first script runs, and the portal renders in it.
    const plain = index.replace('<html lang="en">', `<html lang="${locale}">`);
    made.set(locale, plain.split(noncePlaceholder));
    for (const [path, frame] of Object.entries(frames)) {
      const { head, body } = frame[locale];
      const page = plain
        .replace('</head>', () => `${head}</head>`)
        .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
      made.set(`${locale} ${path}`, page.split(noncePlaceholder));
    }
  }
  return (path: string, locale: Locale): readonly string[] =>
    made.get(`${locale} ${path}`) ?? made.get(locale) ?? [];
}

/**
 * The path whose prepared frame is sent; empty if the portal decides: with a session's cookie, or if the address has a `reason` that the page would
 * show. The home page without a session is the sign-in page.
 */
function framedPath(pathname: string, { headers, url }: IncomingMessage): string {
  const mayBeSignedIn = /(?:^|; )signed-in=/.test(headers.cookie ?? '');
  if (mayBeSignedIn || /[?&]reason=/.test(url ?? '')) return '';
  return pathname === '/' ? '/login' : pathname;
}

/** A page split at its placeholders; undefined if the build has none. */
async function readPage(path: string): Promise<readonly string[] | undefined> {
  const built = await stat(path).catch(() => undefined);
  if (built === undefined) return undefined;
  return (await readFile(path, 'utf8')).split(noncePlaceholder);
}
