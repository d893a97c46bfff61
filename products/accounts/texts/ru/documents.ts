import type { Translated } from '@calmly/texts/translated.ts';
import type { messages as english } from '../en/documents.ts';

export const messages: Translated<typeof english> = {
  documents: {
    title: 'Документы',
    lockedTitle: 'У вас нет доступа к документам',
    search: 'Имя файла, получатель или номер платежа',
    filters: 'Фильтры документов',
    kind: 'Вид',
    date: 'Дата',
    kinds: {
      PAYMENT: 'Документ к платежу',
      RECEIPT: 'Чек',
      PAYEE: 'Документ получателя',
      REQUEST: 'Документ к запросу денег',
      DISPUTE: 'Документ к спору',
      ADDRESS: 'Подтверждение адреса',
    },
    columns: { what: 'Документ', subject: 'Относится к', who: 'Кто загрузил', file: 'Файл' },
    preview: 'Посмотреть {name}',
    save: 'Скачать {name}',
    close: 'Закрыть',
    noneTitle: 'Таких документов нет',
    emptyTitle: 'Документов пока нет',
    emptyText: 'Здесь появятся файлы, приложенные к платежам, получателям и запросам.',
  },
};
