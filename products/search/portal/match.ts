/** Whether typed words begin words of a text, ignoring case, accents and ё. */
const plain = (text: string) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

const wordsOf = (text: string) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Every typed word must begin a word of the text, in any order. False for text without letters or digits. */
export function matches(text: string, typed: string): boolean {
  const words = wordsOf(text);
  const wanted = wordsOf(typed);
  return wanted.length > 0 && wanted.every((each) => words.some((word) => word.startsWith(each)));
}

/** A verb before a name: "pay Anna", "заплатить Анне". */
const verb = /^(?:pay|send(?: money)?(?: to)?|заплатить|оплатить|перевести|отправить)\s+(?=\S)/iu;

/** The search text without the verb, and whether there was one. */
export function readTyped(typed: string): { readonly text: string; readonly pays: boolean } {
  const text = typed.trim();
  const named = text.replace(verb, '');
  return { text: named, pays: named !== text };
}
