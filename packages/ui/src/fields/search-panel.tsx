/** The list of a picker with a search field above it, on Base UI's combobox. The caller filters; there may be links under the list. */
import { Combobox } from '@base-ui/react/combobox';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import classes from '../layers/popovers/options.module.css';
import { staysOpen } from '../layers/stays-open.ts';
import { Inline, Stack } from '../layout/boxes.tsx';

export interface PickerOption {
  readonly key: string;
  readonly content: ReactNode;
  /** Listed with the reason, but not selectable. */
  readonly disabled?: boolean;
}

export interface PickerSearch {
  readonly text: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
}

interface SearchPanelProps {
  id: string;
  /** The box, which regains the focus. */
  anchor: RefObject<HTMLElement | null>;
  label: string;
  options: readonly PickerOption[];
  chosen: string | undefined;
  search: PickerSearch;
  none: string | undefined;
  footer: ReactNode;
  compact: boolean;
  onChoose: (key: string) => void;
  onClose: () => void;
}

export function SearchPanel(props: SearchPanelProps) {
  const { id, anchor, label, options, chosen, search, none, footer, compact, onChoose, onClose } = props;
  return (
    <Combobox.Root
      open
      autoHighlight
      items={options.map(({ key }) => key)}
      filter={null}
      value={chosen || null}
      inputValue={search.text}
      onInputValueChange={(text, { reason }) => reason === 'input-change' && search.onChange(text)}
      onValueChange={(key) => key !== null && onChoose(key)}
      onOpenChange={(_, details) => {
        if (!staysOpen(details, anchor.current)) onClose();
      }}
    >
      <Combobox.Portal>
        <Combobox.Positioner
          className={classes.place}
          anchor={anchor}
          align="start"
          sideOffset={8}
          collisionPadding={8}
        >
          <Combobox.Popup
            className={classes.panel}
            data-layer=""
            id={id}
            aria-label={label}
            finalFocus={anchor}
            data-compact={compact ? '' : undefined}
          >
            <Inline gap={8} align="center" className={classes.search}>
              <IconSearch aria-hidden="true" />
              <Combobox.Input aria-label={search.placeholder} placeholder={search.placeholder} />
            </Inline>
            <Combobox.List
              className={classes.list}
              aria-label={label}
              data-rows={compact ? undefined : 'two'}
              data-low={compact ? '' : undefined}
            >
              {options.map((option, index) => (
                <Combobox.Item
                  key={option.key}
                  index={index}
                  value={option.key}
                  disabled={option.disabled}
                  className={classes.option}
                >
                  {option.content}
                </Combobox.Item>
              ))}
            </Combobox.List>
            {options.length === 0 && none && <p className={classes.none}>{none}</p>}
            {footer && <Stack className={classes.footer}>{footer}</Stack>}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
