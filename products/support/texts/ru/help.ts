/** The help centre, loaded with it. Its articles are in `packages/help`. */

import type { Translated } from '@calmly/texts/translated.ts';
import type { messages as english } from '../en/help.ts';

export const messages: Translated<typeof english> = {
  help: {
    title: 'Справка',
    lead: 'Короткие ответы на самые частые вопросы.',
    search: 'Поиск по справке',
    found: '{count, plural, one {# статья} few {# статьи} many {# статей} other {# статьи}}',
    noneTitle: 'Ничего не найдено',
    noneText: 'Попробуйте другое слово или напишите нам.',
    back: 'Все статьи',
    more: 'Ещё по теме',
    print: 'Печать',
    askTitle: 'Остались вопросы?',
    askText: 'Напишите нам. Мы видим, о чём вы спрашиваете, поэтому часто хватает одной фразы.',
    askMail: 'Наш адрес: {email}. Никогда не присылайте нам пароли и коды.',
    ask: 'Написать в поддержку',
    mail: 'Написать письмо',
    missingTitle: 'Такой статьи нет',
    missingText: 'Возможно, у неё новый адрес. Поищите её в справке.',
  },
};
