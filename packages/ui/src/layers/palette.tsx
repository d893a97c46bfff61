/**
 * A palette: a field over a list of groups, opened over the page; on a phone it fills the screen. The caller filters. Keys are those of a combobox: arrows, Home, End,
 * Enter, Escape; the first option is chosen until another is. On Base UI's autocomplete and dialog.
 */
import { Autocomplete } from '@base-ui/react/autocomplete';
import { IconSearch, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button, Spinner } from '../button.tsx';
import { Inline, Stack } from '../layout/boxes.tsx';
import { Text } from '../layout/text.tsx';
import { Modal } from './modal.tsx';
import classes from './palette.module.css';

export interface PaletteOption {
  readonly key: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly detail?: string | undefined;
  /** At the end of the row: an amount. */
  readonly end?: ReactNode;
}

export interface PaletteGroup {
  readonly key: string;
  readonly label: string;
  readonly options: readonly PaletteOption[];
}

interface PaletteProps {
  label: string;
  placeholder: string;
  text: string;
  maxLength: number;
  groups: readonly PaletteGroup[];
  /** More results are loading. */
  busy: boolean;
  /** The number of results, announced when it changes. */
  status: string;
  /** Under the options, or instead of them. */
  note?: ReactNode;
  keys: ReactNode;
  closeLabel: string;
  onType: (text: string) => void;
  onChoose: (key: string) => void;
  onClose: () => void;
}

/** Rendered means open. */
export function Palette(props: PaletteProps) {
  const { label, placeholder, text, groups, busy, status, note, onType, onChoose, onClose } = props;
  const order = groups.flatMap(({ options }) => options.map(({ key }) => key));
  return (
    <Modal label={label} className={classes.palette} focus="control" closesOnScrim onClose={onClose}>
      <Autocomplete.Root
        open
        inline
        mode="none"
        autoHighlight="always"
        keepHighlight
        items={groups.map(({ key, options }) => ({ value: key, items: options.map((option) => option.key) }))}
        value={text}
        onValueChange={(typed, { reason }) => {
          if (reason === 'input-change' || reason === 'input-clear') onType(typed);
        }}
        onOpenChange={(_, { reason }) => {
          if (reason === 'escape-key') onClose();
        }}
      >
        <Inline gap={12} align="center" className={classes.field}>
          {busy ? <Spinner /> : <IconSearch aria-hidden="true" />}
          <Autocomplete.Input
            data-autofocus=""
            aria-label={label}
            placeholder={placeholder}
            maxLength={props.maxLength}
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
          />
          <Button
            variant="quiet"
            size="s"
            icon={<IconX aria-hidden="true" />}
            aria-label={props.closeLabel}
            onClick={onClose}
          />
        </Inline>
        <div className={classes.scroll}>
          <Autocomplete.List className={classes.list} aria-label={label}>
            {groups.map((group) => (
              <Autocomplete.Group key={group.key} className={classes.group}>
                <Autocomplete.GroupLabel className={classes.label}>{group.label}</Autocomplete.GroupLabel>
                {group.options.map(({ key, icon, title, detail, end }) => (
                  <Autocomplete.Item
                    key={key}
                    index={order.indexOf(key)}
                    value={key}
                    className={classes.option}
                    onClick={() => onChoose(key)}
                  >
                    <span className={classes.icon}>{icon}</span>
                    <Stack as="span" shrink grow>
                      <Text as="span" wrap="cut">
                        {title}
                      </Text>
                      {detail && (
                        <Text as="span" size={13} tone="soft" wrap="cut">
                          {detail}
                        </Text>
                      )}
                    </Stack>
                    {end && <span className={classes.end}>{end}</span>}
                  </Autocomplete.Item>
                ))}
              </Autocomplete.Group>
            ))}
          </Autocomplete.List>
          {note && <div className={classes.note}>{note}</div>}
        </div>
        <Text as="div" size={13} tone="soft" className={classes.keys} aria-hidden="true">
          {props.keys}
        </Text>
        <p className="visually-hidden" role="status">
          {status}
        </p>
      </Autocomplete.Root>
    </Modal>
  );
}
