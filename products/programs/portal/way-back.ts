/** The return URL of an allowed request, kept from the consent screen to the success page; a reload loses it. */

export interface WayBack {
  /** The application's name. */
  readonly name: string;
  /** Its site. */
  readonly host: string;
  /** The address on this site that redirects there. */
  readonly href: string;
}

let kept: WayBack | undefined;

export function keepWayBack(way: WayBack): void {
  kept = way;
}

/** Undefined after a reload, and if the page was opened directly. */
export const wayBack = (): WayBack | undefined => kept;
