/** Web Push in this browser: its support, and its subscription. The service worker shows incoming messages (`sw.ts`). */

/** A subscription in the form that the bank accepts. */
export interface OwnSubscription {
  readonly endpoint: string;
  readonly publicKey: string;
  readonly secret: string;
}

/** `home_screen`: an iPhone or iPad shows notifications only for the app on its home screen. */
export type Support = 'yes' | 'home_screen' | 'no';

/** Independent of the person's permission. */
export function support(): Support {
  if ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)
    return 'yes';
  return 'standalone' in navigator ? 'home_screen' : 'no';
}

/** The worker, once the page has registered it; undefined if there is none. */
const registration = () => navigator.serviceWorker.getRegistration('/');

/** The subscription that this browser has, if any. */
export async function ownSubscription(): Promise<PushSubscription | undefined> {
  if (support() !== 'yes') return undefined;
  return (await (await registration())?.pushManager.getSubscription()) ?? undefined;
}

/** Asks the person first, if the browser has not yet; undefined if they decline. Must be called from a click. */
export async function subscribe(bankKey: string): Promise<OwnSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const worker = await navigator.serviceWorker.ready;
  const known = await worker.pushManager.getSubscription();
  // The bank's key may have changed since.
  if (known && keyOf(known.options.applicationServerKey) !== bankKey) await known.unsubscribe();
  return readOwn(
    await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(bankKey) }),
  );
}

/** Cancels the browser's subscription. */
export async function unsubscribe(): Promise<void> {
  await (await ownSubscription())?.unsubscribe();
}

/** Keys in base64url without padding; undefined if the browser withholds one. */
export function readOwn(subscription: PushSubscription): OwnSubscription | undefined {
  const publicKey = keyOf(subscription.getKey('p256dh'));
  const secret = keyOf(subscription.getKey('auth'));
  return publicKey && secret ? { endpoint: subscription.endpoint, publicKey, secret } : undefined;
}

function keyOf(bytes: ArrayBuffer | null): string | undefined {
  if (!bytes) return undefined;
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
