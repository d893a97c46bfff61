/** Components whose code is loaded on demand, not with the screen: dialogs, drawers, the next step. */
import { type ComponentType, lazy, Suspense, useState } from 'react';

/** The component that `load` returns. Renders nothing until it is loaded; after `preload` it is there from the first frame. */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Lazy: ComponentType<Props> = lazy(preload);
  function OnDemand(props: Props) {
    // Chosen once, because a change of type would lose typed text.
    const [Shown] = useState(() => loaded ?? Lazy);
    return (
      <Suspense>
        <Shown {...props} />
      </Suspense>
    );
  }
  return Object.assign(OnDemand, { preload });
}
