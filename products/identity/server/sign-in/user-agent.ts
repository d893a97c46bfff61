/**
 * A browser's name and system as its owner knows them, read from the `User-Agent`. Only well-known families; anything else is null and shown as such.
 * No decision depends on it. Pure.
 */
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  // Most claim to be Chrome and Safari as well, so more specific names come first.
  [/YaBrowser\//, 'Yandex Browser'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(?:e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

export interface BrowserNames {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Browser and system by name. */
export const namesOf = (userAgent: string): BrowserNames => ({
  browser: firstName(browsers, userAgent),
  system: firstName(systems, userAgent),
});

const firstName = (table: typeof browsers, text: string) =>
  table.find(([sign]) => sign.test(text))?.[1] ?? null;
