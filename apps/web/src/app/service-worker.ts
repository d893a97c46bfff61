/**
 * Registers the service worker at the site's root, after the page is rendered. Its URL goes through a Trusted Types policy: the only
 * place in the portal where text becomes a script URL.
 */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string };
}

const address = '/sw.js';

/**
 * Only in a build; does nothing without support. Call it once: a Trusted Types policy of a name is made once.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('calmly', {
    createScriptURL: (url) => {
      if (url !== address) throw new TypeError('not our service worker');
      return url;
    },
  });
  const register = () => {
    // Without it the portal works the same, only not offline.
    void navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address).catch(() => undefined);
  };
  // The texts of a language may arrive after the page has loaded.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
