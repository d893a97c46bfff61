/** Components whose code is loaded when it is needed, not with the screen: dialogs, drawers, the next step. */
import { type ComponentType, lazy, Suspense, useState } from 'react';

/** The component that `load` brings. Nothing is shown until it is there; after `preload` it is there from the first frame on. */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Lazy: ComponentType<Props> = lazy(preload);
  function OnDemand(props: Props) {
    // Chosen once: another type later would lose what was typed.
    const [Shown] = useState(() => loaded ?? Lazy);
    return (
      <Suspense>
        <Shown {...props} />
      </Suspense>
    );
  }
  return Object.assign(OnDemand, { preload });
}
