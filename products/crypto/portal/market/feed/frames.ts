/** Collects items and delivers them once per frame, so that fifty messages a second cost no more rendering than sixty frames do. */

export interface Frames<Item> {
  readonly add: (item: Item) => void;
  /** Drops the collected items. */
  readonly stop: () => void;
}

/** Items arrive in order. A hidden page has no frames: they wait until it is shown. */
export function createFrames<Item>(draw: (items: readonly Item[]) => void): Frames<Item> {
  let gathered: Item[] = [];
  let frame: number | undefined;
  return {
    add(item) {
      gathered.push(item);
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        const items = gathered;
        gathered = [];
        draw(items);
      });
    },
    stop() {
      if (frame !== undefined) cancelAnimationFrame(frame);
      frame = undefined;
      gathered = [];
    },
  };
}
