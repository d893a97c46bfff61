/**
 * The messages between a widget and the page that embeds it, as in Sumsub's Web SDK 2: `postMessage` with a method name, the frame's id
 * from its URL and an id of this session. The page answers `idCheck.onReady` with `idCheck.init`, which carries token, language and
 * theme; an expired token is replaced after `idCheck.onError` with the code `invalid-token`.
 *
 * Only our own portal embeds this page (`frame-ancestors 'self'`), so both sides have one origin.
 */

/** Settings from the page that embeds the widget. */
export interface Config {
  readonly accessToken: string;
  readonly lang: string | undefined;
}

export interface Host {
  /** Resolves when the page has sent its settings. */
  readonly config: Promise<Config>;
  /** Sends the page an event of the Web SDK. */
  tell(method: `idCheck.${string}`, payload?: object): void;
  /** Requests a new token from the page after the old one has expired. */
  renewToken(): Promise<string>;
}

interface HostEvents {
  readonly onLanguage: (lang: string) => void;
  readonly onTheme: (theme: string) => void;
}

type FromPage =
  | ({ readonly method: 'idCheck.init' } & Config)
  | { readonly method: 'idCheck.updateAccessToken'; readonly accessToken: string | null }
  | { readonly method: 'idCheck.callSetLanguage'; readonly language: string }
  | { readonly method: 'idCheck.callSetTheme'; readonly theme: string };

/** Starts the conversation with the embedding page, which makes the frame as high as `content`. */
export function openHost(content: HTMLElement, { onLanguage, onTheme }: HostEvents): Host {
  // Not decoded: the id is base64 and its plus signs are not spaces.
  const frameId = /[?&]_=([^&]*)/.exec(location.search)?.[1] ?? '';
  const sessionId = crypto.randomUUID();
  const configured = Promise.withResolvers<Config>();
  let renewed = Promise.withResolvers<string>();

  function tell(method: string, payload: object = {}) {
    window.parent.postMessage({ ...payload, method, frameId, sessionId }, location.origin);
  }

  window.addEventListener('message', ({ source, origin, data }: MessageEvent<FromPage>) => {
    if (source !== window.parent || origin !== location.origin) return;
    if (data.method === 'idCheck.init') configured.resolve(data);
    if (data.method === 'idCheck.callSetLanguage') onLanguage(data.language);
    if (data.method === 'idCheck.callSetTheme') onTheme(data.theme);
    if (data.method === 'idCheck.updateAccessToken') {
      if (data.accessToken === null) renewed.reject(new Error('the page has no token'));
      else renewed.resolve(data.accessToken);
    }
  });
  tell('idCheck.onReady');
  // The frame grows and never shrinks: if the page became shorter, it would scroll, and a click would miss its button.
  let height = 0;
  new ResizeObserver(() => {
    height = Math.max(height, Math.ceil(content.getBoundingClientRect().height));
    tell('idCheck.onResize', { height });
  }).observe(content);

  return {
    config: configured.promise,
    tell,
    renewToken() {
      renewed = Promise.withResolvers();
      tell('idCheck.onError', { code: 'invalid-token', error: 'The token has expired.' });
      return renewed.promise;
    },
  };
}
