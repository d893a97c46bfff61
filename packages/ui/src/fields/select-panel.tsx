/** The list of a select, on Base UI: arrows, Home, End, type-ahead; as wide as its box, on the side with room. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select } from '@base-ui/react/select';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import classes from '../layers/popovers/options.module.css';
import { staysOpen } from '../layers/stays-open.ts';

export interface ListedOption {
  readonly value: string;
  /** The text for type-ahead, also shown if there is no `content`. */
  readonly text?: string;
  readonly content?: ReactNode;
  readonly disabled?: boolean | undefined;
}

interface SelectPanelProps {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  /** Regains the focus. */
  opener: RefObject<HTMLElement | null>;
  options: readonly ListedOption[];
  value: string | undefined;
  letter?: string | undefined;
  compact?: boolean | undefined;
  onChoose: (value: string) => void;
  onClose: () => void;
}

export function SelectPanel(props: SelectPanelProps) {
  const { id, anchor, opener, options, value, letter, compact, onChoose, onClose } = props;
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (letter === undefined) return;
    const frame = requestAnimationFrame(() =>
      popup.current?.dispatchEvent(new KeyboardEvent('keydown', { key: letter, bubbles: true })),
    );
    return () => cancelAnimationFrame(frame);
  }, [letter]);
  return (
    // The content security policy refuses the library's style element, and nothing here needs it.
    <CSPProvider disableStyleElements>
      <Select.Root
        open
        modal={false}
        value={value ?? null}
        onValueChange={(chosen) => chosen !== null && onChoose(chosen)}
        onOpenChange={(_, details) => {
          if (!staysOpen(details, anchor.current)) onClose();
        }}
      >
        <Select.Portal>
          <Select.Positioner
            className={classes.place}
            anchor={anchor}
            alignItemWithTrigger={false}
            align="start"
            sideOffset={8}
            collisionPadding={8}
          >
            <Select.Popup
              ref={popup}
              id={id}
              className={`${classes.panel} ${classes.list}`}
              data-layer=""
              data-rows={compact === false ? 'two' : undefined}
              finalFocus={opener}
            >
              {options.map((option) => (
                <Select.Item
                  key={option.value}
                  value={option.value}
                  label={option.text}
                  disabled={option.disabled}
                  className={classes.option}
                >
                  {option.content ?? <Select.ItemText>{option.text}</Select.ItemText>}
                  {!option.content && (
                    <Select.ItemIndicator className={classes.check}>
                      <IconCheck aria-hidden="true" />
                    </Select.ItemIndicator>
                  )}
                </Select.Item>
              ))}
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </CSPProvider>
  );
}
