import type { rights as source } from '../en/rights.ts';
import type { Translated } from '../translated.ts';

export const rights: Translated<typeof source> = {
  always: { name: 'Видеть счета и платежи', text: 'Остатки и платежи видят здесь все.' },
  is_boss: { name: 'Руководитель', text: 'Есть все права; приглашает людей и раздаёт им права.' },
  can_request_trans: {
    name: 'Создавать платежи',
    text: 'Отправляет платежи. Чьё одобрение им нужно, решают правила компании.',
  },
  can_approve: {
    name: 'Согласовывать',
    text: 'Согласует платежи и получателей, которых добавляют другие, но не свои.',
  },
  can_create_benef: { name: 'Получатели', text: 'Добавляет получателей и меняет их счета.' },
  can_plast_view: { name: 'Видеть карты', text: 'Видит карты компании и траты по ним.' },
  can_plast_perform: { name: 'Управлять картами', text: 'Выпускает, блокирует и закрывает карты, видит их.' },
  can_view_documents: {
    name: 'Документы',
    text: 'Открывает переданные банку бумаги; в них бывают домашние адреса.',
  },
  can_view_statements: { name: 'Выписки', text: 'Скачивает выписки по счетам.' },
};
