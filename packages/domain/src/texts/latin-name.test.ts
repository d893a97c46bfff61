import { expect, test } from 'vitest';
import { latinName } from './latin-name.ts';

test.each([
  ['Мария Щукина', 'Mariia Shchukina'],
  ['Юлия Хохлова-Цой', 'Iuliia Khokhlova-Tsoi'],
  ['ИП ЖУКОВ ЮРИЙ', 'IP ZHUKOV IURII'],
  ['Ю. Жуков', 'Iu. Zhukov'],
  ['ООО «Щука & Müller»', "OOO 'Shchuka + Müller'"],
  ['Євген Їжак', 'Ievgen Izhak'],
])('%s is written %s', (name, latin) => {
  expect(latinName(name)).toBe(latin);
});

test.each(['Anna Tamm', 'Jürgen Żak', 'O’Neill & Sons', '山田太郎', 'Анна 山田', ''])(
  '%j has no Latin spelling',
  (name) => {
    expect(latinName(name)).toBeUndefined();
  },
);
