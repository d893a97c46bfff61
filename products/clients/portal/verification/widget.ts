/**
 * The provider's widget in the page: Sumsub's own Web SDK, which puts a frame into a container and exchanges messages with it. The frame
 * comes from the provider, or in the sandbox from the portal itself (`/websdk/websdk.html`).
 *
 * A provider's frame may use the camera only in a page that the server has sent for it; `openWidget` loads such a page if the current
 * one is another.
 */
import { issueVerificationToken, verificationTokenSeconds } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import type { Locale } from '@calmly/texts/index.tsx';
import type { SnsWebSdk } from '@sumsub/websdk';

/** The server sends these pages with the permissions for the check. On other pages the first one is loaded, and the guards navigate from there. */
const identityPaths = ['/create-account', '/companies/add'] as const;

export type Widget = Pick<SnsWebSdk, 'destroy' | 'setLanguage' | 'setTheme'>;

export interface WidgetOptions {
  /** The client to check; for a company, its creator's id. */
  readonly clientId: string;
  readonly companyId: string | undefined;
  readonly email: string;
  /** E.164. */
  readonly phone: string | null;
  readonly locale: Locale;
  readonly theme: 'light' | 'dark';
  /** The frame has rendered. */
  readonly onShown: () => void;
  /** The provider has answered GREEN; the bank learns it from the provider, not from here. */
  readonly onCompleted: () => void;
  /** The provider's own message, not translated. */
  readonly onError: (message: string) => void;
}

/** No token was issued, for the reason in `cause`. */
export class TokenRefused extends Error {}

/** Shows the widget; undefined if another page is loaded for it. Throws `TokenRefused`, or the error of setting it up. */
export async function openWidget(
  container: HTMLElement,
  options: WidgetOptions,
): Promise<Widget | undefined> {
  const [{ default: sdk }, first] = await Promise.all([import('@sumsub/websdk'), issueToken(options)]);
  const origin = first.base_url ?? location.origin;
  if (origin !== location.origin && !maySharePage()) {
    location.assign(isIdentityPath(location.pathname) ? location.href : identityPaths[0]);
    return undefined;
  }
  const widget = sdk
    .init(first.token, async () => (await issueToken(options)).token)
    .withBaseUrl(origin)
    .withConf({
      lang: options.locale,
      theme: options.theme,
      email: options.email,
      ...(options.phone !== null && { phone: options.phone }),
    })
    .withOptions({ addViewportTag: false, adaptIframeHeight: true })
    .on('idCheck.onInitialized', options.onShown)
    .on('idCheck.onApplicantStatusChanged', ({ reviewStatus, reviewResult }) => {
      if (reviewStatus === 'completed' && reviewResult?.reviewAnswer === 'GREEN') options.onCompleted();
    })
    .on('idCheck.onError', ({ error, reason, code }) => options.onError(reason ?? error ?? code))
    .build();
  widget.launch(container);
  return widget;
}

async function issueToken({ clientId, companyId }: Pick<WidgetOptions, 'clientId' | 'companyId'>) {
  try {
    return await bank.call(issueVerificationToken, {
      params: { id: clientId },
      body: { ttlInSecs: verificationTokenSeconds, ...(companyId !== undefined && { CompanyId: companyId }) },
    });
  } catch (cause) {
    throw new TokenRefused('no token for the identity check', { cause });
  }
}

/** Whether the server sent this page with the check's permissions; in-app navigation does not load a new page. */
function maySharePage(): boolean {
  const [sent] = performance.getEntriesByType('navigation');
  return sent !== undefined && isIdentityPath(new URL(sent.name).pathname);
}

const isIdentityPath = (path: string) => identityPaths.some((known) => known === path);
