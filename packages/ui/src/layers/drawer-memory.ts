/** Keeps typed text in a side drawer, which is mounted again when the window changes between desktop and phone width. */
import { createContext, useContext, useState } from 'react';

export const DrawerMemory = createContext<Map<string, unknown> | undefined>(undefined);

/** Like `useState`, for a part of a drawer; `name` is unique in it. Cleared when the drawer closes. */
export function useDrawerState<Value>(name: string, start: Value): readonly [Value, (next: Value) => void] {
  const memory = useContext(DrawerMemory);
  const [value, setValue] = useState<Value>(() => (memory?.has(name) ? (memory.get(name) as Value) : start));
  return [
    value,
    (next) => {
      memory?.set(name, next);
      setValue(next);
    },
  ];
}
