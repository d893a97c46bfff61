/**
 * Renders the frames with the module that `frames.ts` has just built and prints them as JSON. It runs in a separate process: the
 * portal's modules access the browser when they are loaded, and this file stubs the few globals that they use.
 */
const [modulePath, ...paths] = process.argv.slice(2);
Object.assign(globalThis, {
  window: new EventTarget(),
  document: Object.assign(new EventTarget(), { documentElement: { lang: 'en', dataset: {} }, cookie: '' }),
  matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  // Assumes passkeys; the few browsers without them remove the button again.
  PublicKeyCredential: function PublicKeyCredential() {},
});
const { drawFrame } = await import(modulePath);
const frames = {};
for (const path of paths) frames[path] = { en: await drawFrame(path, 'en'), ru: await drawFrame(path, 'ru') };
// The modules keep timers and channels open.
process.stdout.write(JSON.stringify(frames), () => process.exit());
