/** The help centre, loaded with it. Its articles are in `packages/help`. */
export const help = {
  title: 'Help centre',
  lead: 'Short answers to the questions that clients ask most.',
  search: 'Search the help centre',
  found: '{count, plural, one {# article} other {# articles}}',
  noneTitle: 'No article found',
  noneText: 'Try another word, or write to us.',
  back: 'All articles',
  more: 'More about this',
  print: 'Print',
  askTitle: 'Is something still unclear?',
  askText: 'Write to us. We see what you ask about, so a sentence is often enough.',
  askMail: 'Our address is {email}. Never send us a password or a code.',
  ask: 'Write to support',
  mail: 'Write an email',
  missingTitle: 'This article doesn’t exist',
  missingText: 'It may have a new address. Look for it in the help centre.',
} as const;

export const messages = { help } as const;
