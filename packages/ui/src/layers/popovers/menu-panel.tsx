/** The actions of a menu, on Base UI: arrows, Home, End, type-ahead. */
import { Menu } from '@base-ui/react/menu';
import type { ReactNode, RefObject } from 'react';
import { staysOpen } from '../stays-open.ts';
import classes from './options.module.css';

export interface MenuAction {
  readonly text: string;
  readonly icon?: ReactNode;
  readonly onChoose: () => void;
}

interface MenuPanelProps {
  anchor: RefObject<HTMLElement | null>;
  label: string;
  actions: readonly MenuAction[];
  above: boolean;
  onClose: () => void;
}

export function MenuPanel({ anchor, label, actions, above, onClose }: MenuPanelProps) {
  return (
    <Menu.Root
      open
      modal={false}
      onOpenChange={(_, details) => {
        if (!staysOpen(details, anchor.current)) onClose();
      }}
    >
      <Menu.Portal>
        <Menu.Positioner
          className={classes.place}
          anchor={anchor}
          side={above ? 'top' : 'bottom'}
          align="end"
          sideOffset={8}
          collisionPadding={8}
        >
          <Menu.Popup
            className={`${classes.panel} ${classes.list} ${classes.menu}`}
            data-layer=""
            aria-label={label}
            finalFocus={anchor}
          >
            {actions.map(({ text, icon, onChoose }) => (
              <Menu.Item key={text} label={text} className={classes.option} onClick={onChoose}>
                {icon}
                <span>{text}</span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
