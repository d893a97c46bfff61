/** A locked button: it can be focused, and a click shows the reason. */
import { IconLock } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Button } from '../button.tsx';
import classes from './locked-button.module.css';
import { Popover } from './popovers/popover.tsx';

export interface LockedLook {
  size?: ComponentProps<typeof Button>['size'];
  /** Of the button itself. */
  className?: string | undefined;
  /** Shows only the lock; the label is for screen readers. */
  iconOnly?: boolean;
  /** Replaces the `Button`, in the style of `className`. */
  bare?: ReactNode;
  /** The side on which the reason opens. */
  align?: 'start' | 'end';
  above?: boolean;
}

interface LockedButtonProps extends LockedLook {
  reason: string;
  label: string;
}

export function LockedButton(props: LockedButtonProps) {
  const { reason, label, size = 'm', className, iconOnly, bare, align = 'start', above = false } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const common = {
    'aria-disabled': true,
    'aria-describedby': id,
    'aria-expanded': open,
    onClick: () => setOpen(!open),
  } as const;
  const look = { size, ...(className !== undefined && { className }) };
  const words = iconOnly ? { 'aria-label': label } : { children: label };
  return (
    <Popover
      align={align}
      above={above}
      open={open}
      onClose={() => setOpen(false)}
      opener={
        <>
          {bare ? (
            <button type="button" {...common} className={`${classes.bare} ${className ?? ''}`}>
              {bare}
            </button>
          ) : (
            <Button {...common} {...look} {...words} icon={<IconLock aria-hidden="true" />} />
          )}
          <span id={id} className="visually-hidden">
            {reason}
          </span>
        </>
      }
    >
      <p className={classes.reason} role="status">
        {reason}
      </p>
    </Popover>
  );
}
