/**
 * What a handler may know about the call itself: its id, language, address, control headers, and the hash that codes and idempotency keys are bound
 * to.
 * Errors: `invalid_request` for an Idempotency-Key or X-TFA-CODE that is not short printable ASCII.
 */
import type { FastifyRequest } from 'fastify';
import { badFields } from '../../problem.ts';
import type { Locale, RequestContext } from '../../work.ts';

const printable = /^[\x21-\x7e]{1,200}$/;

/** The context of a call; `approval` is added later, when the code has been checked. */
export function requestContext(
  request: FastifyRequest,
  facts: Pick<RequestContext, 'endpointId' | 'hash' | 'secure' | 'sandbox'>,
): RequestContext {
  const headers = request.headers as Readonly<Record<string, string | undefined>>;
  return {
    id: request.id,
    locale: localeOf(headers['accept-language']),
    ip: request.ip,
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
    endpointId: facts.endpointId,
    hash: facts.hash,
    idempotencyKey: shortHeader(headers, 'Idempotency-Key'),
    code: shortHeader(headers, 'X-TFA-CODE'),
    approval: undefined,
    headers,
    file: request.file,
    stream: request.stream,
    secure: facts.secure,
    sandbox: facts.sandbox,
  };
}

function shortHeader(headers: Readonly<Record<string, string | undefined>>, name: string) {
  const value = headers[name.toLowerCase()];
  if (value === undefined || value === '') return undefined;
  if (!printable.test(value)) throw badFields({ field: name, code: 'invalid' });
  return value;
}

/** The language of a page: that of an emailed link (`lang`), the one chosen in this browser, or the browser's own. */
export function pageLocaleOf(
  url: string,
  headers: Readonly<Partial<Record<'cookie' | 'accept-language', string | undefined>>>,
): Locale {
  const named = new URLSearchParams(url.split('?', 2)[1]).get('lang');
  if (isLocale(named)) return named;
  const cookie = headers.cookie?.split(';').find((pair) => pair.trim().startsWith('locale='));
  const chosen = cookie?.trim().slice('locale='.length);
  return isLocale(chosen) ? chosen : localeOf(headers['accept-language']);
}

const isLocale = (text: string | null | undefined): text is Locale => text === 'en' || text === 'ru';

/** The first supported language in the caller's order of preference (RFC 9110, 12.5.4); English if there is none. */
export function localeOf(acceptLanguage: string | undefined): Locale {
  let best: Locale = 'en';
  let bestQuality = 0;
  for (const range of (acceptLanguage ?? '').slice(0, 200).split(',')) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const language = tag.split('-')[0];
    if (language !== 'en' && language !== 'ru') continue;
    const quality = Number(
      parameters
        .find((text) => text.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    );
    if (quality > bestQuality) {
      best = language;
      bestQuality = quality;
    }
  }
  return best;
}
