/** Where an allowed request goes on, kept from the consent screen to the page that says it worked; a reload forgets it. */

export interface WayBack {
  /** The application's name. */
  readonly name: string;
  /** Its site. */
  readonly host: string;
  /** The address on this site that leads there. */
  readonly href: string;
}

let kept: WayBack | undefined;

export function keepWayBack(way: WayBack): void {
  kept = way;
}

export const wayBack = (): WayBack | undefined => kept;
