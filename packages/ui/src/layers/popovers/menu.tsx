/** More actions on an item: a button whose menu is Base UI's, loaded on hover, focus or click. */
import { type ComponentProps, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { Button } from '../../button.tsx';
import type { MenuAction } from './menu-panel.tsx';

const load = () => import('./menu-panel.tsx');
const MenuPanel = lazy(async () => ({ default: (await load()).MenuPanel }));

interface MenuProps extends Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'busy' | 'block'> {
  /** The button's text; for screen readers only unless `labelShown`. */
  label: string;
  labelShown?: boolean;
  icon: ReactNode;
  actions: readonly MenuAction[];
  /** For a button at the foot of the window. */
  above?: boolean;
}

export function Menu({ label, labelShown = false, actions, above = false, ...look }: MenuProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        {...look}
        ref={opener}
        aria-label={labelShown ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {labelShown ? label : undefined}
      </Button>
      {open && (
        <Suspense>
          <MenuPanel
            anchor={opener}
            label={label}
            actions={actions}
            above={above}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
