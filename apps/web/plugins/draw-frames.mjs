/**
 * Renders the frames with the module that `frames.ts` has just built and prints them as JSON. It runs in a separate process: the
 * portal's modules access the browser when they are loaded, and this file replaces the little that they use.
 */
const [modulePath, ...paths] = process.argv.slice(2);
Object.assign(globalThis, {
  window: new EventTarget(),
  document: Object.assign(new EventTarget(), { documentElement: { lang: 'en', dataset: {} }, cookie: '' }),
  matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  // The button for passkeys is there; the few browsers without them take it away again.
  PublicKeyCredential: function PublicKeyCredential() {},
});
const { drawFrame } = await import(modulePath);
const frames = {};
for (const path of paths) frames[path] = { en: await drawFrame(path, 'en'), ru: await drawFrame(path, 'ru') };
// The modules keep timers and channels open.
process.stdout.write(JSON.stringify(frames), () => process.exit());
