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
import { isScreen } from '@calmly/contract';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../problem.ts';
import type { Locale } from '../work.ts';
import { pageLocaleOf } from './calls/api.ts';
import { assetHeaders, newNonce, portalHeaders, widgetHeaders } from './security.ts';

const noncePlaceholder = '__CSP_NONCE__';
const immutable = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';
/** The page that the provider's Web SDK puts into its frame. */
const widgetPath = '/websdk/websdk.html';
/** The screens that show a provider's frame. */
const identityPaths: ReadonlySet<string> = new Set(['/create-account', '/companies/add']);
/** Screens that only a shared link leads to: what is behind one of them must not be found by a search. */
const unlisted = '/get-paid/';

export interface PortalOptions {
  /** Where the web build lies. */
  readonly portalDirectory: string;
  /** Where the frame of the identity check comes from: the build's own page, a provider's origin, or nowhere. */
  readonly identityWidget?: 'own' | URL | undefined;
}

/** Serves the build and answers every unknown address. */
export async function addPortal(
  server: FastifyInstance,
  { portalDirectory: directory, identityWidget }: PortalOptions,
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
    // What is not in the build is not looked for on the disk.
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
  // Browsers ask for it where a page names no icon, as the pages of the server itself.
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
    // Not parsed as a URL: `//[` is invalid, and in `//host/api` the path would be different.
    const pathname = request.url.split('?', 1)[0] ?? '';
    const isPage =
      index !== undefined &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      pathname !== '/api' &&
      !pathname.startsWith('/api/') &&
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

/** Paths below the build of the files that browsers may have; a compressed one is sent in place of its original. */
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

/** The portal's page in a language, with the frame of a path if it has one; each between its placeholders, made once. */
async function readPages(directory: string) {
  const index = await readFile(join(directory, 'index.html'), 'utf8').catch(() => undefined);
  if (index === undefined) return undefined;
  const frames: Frames = JSON.parse(await readFile(join(directory, 'frames.json'), 'utf8').catch(() => '{}'));
  const made = new Map<string, readonly string[]>();
  for (const locale of ['en', 'ru'] as const) {
    // Screen readers and translators go by the language before the first script runs, and the portal draws in it.
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
 * Which page opens. Without a session that is the sign-in page wherever one is needed, and only where the address says nothing that the
 * page would tell; with one, or with a cookie that says so, the portal decides.
 */
function framedPath(pathname: string, { headers, url }: IncomingMessage): string {
  const mayBeSignedIn = /(?:^|; )signed-in=/.test(headers.cookie ?? '');
  if (mayBeSignedIn || /[?&]reason=/.test(url ?? '')) return '';
  return pathname === '/' ? '/login' : pathname;
}

/** A page between its placeholders; undefined when the build has none. */
async function readPage(path: string): Promise<readonly string[] | undefined> {
  const built = await stat(path).catch(() => undefined);
  if (built === undefined) return undefined;
  return (await readFile(path, 'utf8')).split(noncePlaceholder);
}
