/** What is being typed in a side drawer: the drawer is drawn anew when the window becomes as wide as a desk or as narrow as a phone. */
import { createContext, useContext, useState } from 'react';

export const DrawerMemory = createContext<Map<string, unknown> | undefined>(undefined);

/** Like `useState`, for a part of a drawer; `name` is unique in it. Ends with the drawer. */
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
