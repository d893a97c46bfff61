/** Formats a number in E.164 for reading, `+372 512 3456`; ungrouped until the library is loaded. */
import { useEffect, useState } from 'react';
import { readPhone } from './phone-number.ts';

export function usePhoneText(e164: string): string {
  const [read, setRead] = useState({ e164, text: e164 });
  useEffect(() => {
    let left = false;
    readPhone({ country: '', text: e164 }).then(
      (phone) => {
        if (phone && !left) setRead({ e164, text: phone.international });
      },
      // Without the library the plain number says the same.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [e164]);
  return read.e164 === e164 ? read.text : e164;
}
