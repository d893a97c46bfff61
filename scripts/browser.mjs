/**
 * Finds a Chromium that really starts, for the browser tests. In this order, each launched and made to render text:
 * 1. CHROMIUM_PATH
 * 2. Chromium or Chrome on the machine
 * 3. the cache of Playwright's own browsers
 * 4. the headless shell inside the npm package @sparticuz/chromium, unpacked once into node_modules/.cache
 * 5. Debian's package, when this is root on a machine with apt
 * Otherwise it throws one line that names both fixes.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Disabled features. In Chromium 156 the popups of its address bar are separate pages, created with each window although no one sees them:
 * without them a window with a page takes a third less processor time (8.2 instead of 12.1 s for twelve). The rest is Playwright's own list, which
 * this one replaces, because the last switch of a kind counts.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

/** Environment of every launch: without a UTF-8 locale, as in a plain container, Chromium cannot open files whose names are not ASCII. */
export const launchEnv = { LC_ALL: 'C.UTF-8' };

/** Flags of every launch: no sandbox helper, no GPU, no traffic of the browser's own. */
export const launchFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join()}`,
];

/** @typedef {{ executablePath: string, env: Record<string, string>, source: string }} Browser */

/** @returns {Promise<Browser>} */
export async function findBrowser() {
  const tried = [];
  for (const candidate of candidates()) {
    let browser;
    try {
      browser = await candidate();
    } catch (error) {
      tried.push(firstLine(error));
      continue;
    }
    if (!browser) continue;
    const refusal = await launch(browser);
    if (!refusal) return browser;
    tried.push(`${browser.source}: ${refusal}`);
  }
  const why = tried.length > 0 ? ` (tried: ${tried.join('; ')})` : '';
  throw new Error(
    `No Chromium starts here. Install one (apt-get install chromium) or set CHROMIUM_PATH to one.${why}`,
  );
}

function* candidates() {
  const explicit = process.env.CHROMIUM_PATH;
  if (explicit) yield () => ({ executablePath: explicit, env: {}, source: 'CHROMIUM_PATH' });
  for (const path of onMachine()) yield () => ({ executablePath: path, env: {}, source: path });
  for (const path of inPlaywrightCache()) yield () => ({ executablePath: path, env: {}, source: path });
  yield fromPackage;
  yield fromApt;
}

function onMachine() {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).filter(existsSync);
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return [...new Set([...found, mac])].filter(existsSync);
}

function inPlaywrightCache() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(cache)) return [];
  return readdirSync(cache)
    .filter((name) => name.startsWith('chromium'))
    .flatMap((name) => [
      join(cache, name, 'chrome-linux', 'chrome'),
      join(cache, name, 'chrome-linux64', 'chrome'),
      join(cache, name, 'chrome-linux', 'headless_shell'),
    ])
    .filter(existsSync);
}

/** The headless shell of @sparticuz/chromium, with its own libraries and fonts. Unpacked once, renamed when complete. */
async function fromPackage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const cache = join(root, 'node_modules', '.cache', 'chromium');
  if (!existsSync(join(cache, 'chromium'))) await unpack(cache);
  const fontConfig = join(cache, 'fonts.conf');
  writeFileSync(
    fontConfig,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${join(cache, 'fonts')}</dir><cachedir>${join(cache, 'font-cache')}</cachedir></fontconfig>`,
  );
  const libraries = [join(cache, 'al2023', 'lib'), cache].join(':');
  return {
    executablePath: join(cache, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: fontConfig },
    source: '@sparticuz/chromium',
  };
}

async function unpack(cache) {
  mkdirSync(join(cache, '..'), { recursive: true });
  const fresh = mkdtempSync(join(cache, '..', 'chromium-'));
  const script = `
    import { inflate } from '@sparticuz/chromium';
    import { fileURLToPath } from 'node:url';
    const bin = new URL('../bin/', import.meta.resolve('@sparticuz/chromium'));
    for (const name of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'])
      await inflate(fileURLToPath(new URL(name, bin)));`;
  try {
    execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      env: { ...process.env, TMPDIR: fresh },
      stdio: 'pipe',
    });
    renameSync(fresh, cache);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
}

function fromApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'pipe' });
  execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
    stdio: 'pipe',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return { executablePath: '/usr/bin/chromium', env: {}, source: 'apt' };
}

/** Starts the browser once and renders a word. Returns undefined if that works, otherwise the reason. */
async function launch(browser) {
  const { chromium } = await import('@playwright/test');
  const profile = mkdtempSync(join(tmpdir(), 'calmly-browser-'));
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: browser.executablePath,
      env: { ...process.env, ...launchEnv, ...browser.env },
      args: launchFlags,
      timeout: 30_000,
    });
    const page = await context.newPage();
    await page.setContent('<span id="word" style="font-size:40px">Calmly Спокойно</span>');
    const width = await page.locator('#word').evaluate((word) => word.getBoundingClientRect().width);
    await context.close();
    return width > 100 ? undefined : 'it draws no text (no fonts)';
  } catch (error) {
    return firstLine(error);
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

function firstLine(error) {
  return String(error instanceof Error ? error.message : error).split('\n')[0];
}
