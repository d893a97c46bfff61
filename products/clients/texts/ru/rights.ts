import type { Translated } from '@calmly/texts/translated.ts';
import type { rights as source } from '../en/rights.ts';

export const rights: Translated<typeof source> = {
  always: { name: 'Видеть счета и платежи', text: 'Остатки и платежи видят все.' },
  is_boss: { name: 'Администратор', text: 'Имеет все права, приглашает людей и даёт им права.' },
  can_request_trans: {
    name: 'Создавать платежи',
    text: 'Создаёт платежи. Нужно ли согласование, определяют правила компании.',
  },
  can_approve: {
    name: 'Согласовывать',
    text: 'Согласует платежи и получателей других людей, но не свои.',
  },
  can_create_benef: { name: 'Управлять получателями', text: 'Добавляет получателей и меняет их счета.' },
  can_plast_view: { name: 'Видеть карты', text: 'Видит карты компании и траты по ним.' },
  can_plast_perform: { name: 'Управлять картами', text: 'Выпускает, блокирует и закрывает карты, видит их.' },
  can_view_documents: {
    name: 'Документы',
    text: 'Открывает переданные банку документы, в них могут быть домашние адреса.',
  },
  can_view_statements: { name: 'Выписки', text: 'Скачивает выписки по счетам.' },
  can_view_confidential: {
    name: 'Конфиденциальные выплаты',
    text: 'Видит конфиденциальные выплаты, например зарплаты: их строки, платежи и получателей.',
  },
};
