/** Texts that would be more than text if a page let them, and detection of their effects. */
import type { BrowserContext, Page } from '@playwright/test';
import { framesLoaded } from './accessible.ts';

/** Each calls `pwned()`, adds an element `x-hostile` or requests evil.example, if it is treated as anything but text. */
const templates = [
  '<script>pwned()</script>',
  '<img src=x onerror=pwned()>',
  '"><svg onload=pwned()>',
  "'><x-hostile onclick=pwned()>",
  '</textarea><x-hostile>',
  '</title></style><x-hostile>',
  '<input autofocus onfocus=pwned()>',
  '<a href=javascript:pwned()>x</a>',
  '<iframe srcdoc="<script>top.pwned()</script>">',
  '<style>*{background:url(//evil.example)}</style>',
  '<link rel=stylesheet href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href=//evil.example/>',
  '<form action=//evil.example><button>',
  '<object data=//evil.example></object>',
  '<details open ontoggle=pwned()>',
  '<math><mtext><x-hostile>',
  '{{constructor.constructor("pwned()")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template that must stay text
  '${pwned()}',
  "';pwned();//",
  'javascript:pwned()',
  '&lt;x-hostile&gt;',
  '%3Cx-hostile%3E',
  '\\u003cx-hostile\\u003e',
  '<!--<x-hostile>',
  '<x-hostile',
  '\u202e<x-hostile>\u2066',
  '\u200b\ufeff<x-hostile>',
  'ref:a;;b;;c;;<x-hostile>',
  '=HYPERLINK("//evil.example")',
] as const;

/** The n-th hostile text that fits; the number makes each one unique. */
export function hostileText(n: number, maxLength: number): string {
  const fitting = templates.filter(({ length }) => length + 4 <= maxLength);
  const text = fitting[n % fitting.length] ?? '<x-hostile>';
  return `${text}${text.length + 4 > maxLength ? '' : n}`;
}

export interface Watch {
  /** Everything executed, fetched from elsewhere, refused by the policy, or present in a page as an element. */
  readonly seen: string[];
  /** Inspects the current content of the page and its frames. */
  look(page: Page): Promise<void>;
}

/** Watches every page of the context from its first byte on. */
export async function watchContext(context: BrowserContext, ownOrigin: string): Promise<Watch> {
  const seen: string[] = [];
  await context.exposeBinding('reportHostile', (_source, what: string) => {
    seen.push(what);
  });
  await context.addInitScript(() => {
    const report = (what: string) => (window as unknown as Reporting).reportHostile(what);
    Object.assign(window, { pwned: () => report('executed') });
    document.addEventListener('securitypolicyviolation', (event) =>
      report(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  context.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== ownOrigin && protocol.startsWith('http')) seen.push(`request: ${request.url()}`);
  });
  return {
    seen,
    async look(page) {
      await framesLoaded(page);
      for (const frame of page.frames()) {
        const found = await frame.evaluate(() =>
          [...document.querySelectorAll('*')]
            .filter(
              (element) =>
                element.localName.startsWith('x-hostile') ||
                element.getAttributeNames().some((name) => name.startsWith('on')) ||
                /^\s*javascript:/i.test(element.getAttribute('href') ?? ''),
            )
            .map((element) => `element: ${element.outerHTML.slice(0, 100)}`),
        );
        seen.push(...found.map((what) => `${page.url()} ${what}`));
      }
    },
  };
}

interface Reporting {
  reportHostile(what: string): void;
}
