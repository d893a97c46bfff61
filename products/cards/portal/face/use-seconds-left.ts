/** Counts down whole seconds from the moment when `seconds` is given, and calls `onOver` at the end. */
import { useEffect, useEffectEvent, useState } from 'react';

/** Zero without `seconds`. A new count begins only when `seconds` changes. */
export function useSecondsLeft(seconds: number | undefined, onOver: () => void): number {
  const [left, setLeft] = useState(0);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (seconds === undefined) return;
    const end = performance.now() + seconds * 1000;
    const count = () => {
      const rest = Math.ceil((end - performance.now()) / 1000);
      setLeft(Math.max(0, rest));
      if (rest <= 0) over();
    };
    count();
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}
