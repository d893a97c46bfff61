/** The bookkeeping categories of income and spending. One closed list, with its names, for server, portal and exported files. */
import type { MerchantCategory } from '@calmly/domain';

export const bookkeepingCategories = [
  'INCOME',
  'GOODS',
  'RENT',
  'SALARIES',
  'CONTRACTORS',
  'TAXES',
  'SOFTWARE',
  'HOSTING',
  'MARKETING',
  'EQUIPMENT',
  'PROFESSIONAL',
  'INSURANCE',
  'LOANS',
  'TRAVEL',
  'TRANSPORT',
  'RESTAURANTS',
  'GROCERIES',
  'SHOPPING',
  'UTILITIES',
  'TELECOM',
  'HEALTH',
  'EDUCATION',
  'LEISURE',
  'CHARITY',
  'OTHER',
] as const;
export type BookkeepingCategory = (typeof bookkeepingCategories)[number];

interface Names {
  readonly en: string;
  readonly ru: string;
}

export const categoryNames: Readonly<Record<BookkeepingCategory, Names>> = {
  INCOME: { en: 'Sales and income', ru: 'Продажи и доходы' },
  GOODS: { en: 'Goods and materials', ru: 'Товары и материалы' },
  RENT: { en: 'Rent', ru: 'Аренда' },
  SALARIES: { en: 'Salaries', ru: 'Зарплата' },
  CONTRACTORS: { en: 'Contractors', ru: 'Подрядчики' },
  TAXES: { en: 'Taxes and duties', ru: 'Налоги и сборы' },
  SOFTWARE: { en: 'Software', ru: 'Программы' },
  HOSTING: { en: 'Hosting', ru: 'Хостинг' },
  MARKETING: { en: 'Marketing', ru: 'Реклама' },
  EQUIPMENT: { en: 'Office and equipment', ru: 'Офис и оборудование' },
  PROFESSIONAL: { en: 'Legal and accounting', ru: 'Юристы и бухгалтерия' },
  INSURANCE: { en: 'Insurance', ru: 'Страхование' },
  LOANS: { en: 'Loans and interest', ru: 'Кредиты и проценты' },
  TRAVEL: { en: 'Travel', ru: 'Поездки' },
  TRANSPORT: { en: 'Transport and fuel', ru: 'Транспорт и топливо' },
  RESTAURANTS: { en: 'Restaurants', ru: 'Рестораны и кафе' },
  GROCERIES: { en: 'Groceries', ru: 'Продукты' },
  SHOPPING: { en: 'Shopping', ru: 'Покупки' },
  UTILITIES: { en: 'Utilities', ru: 'Коммунальные услуги' },
  TELECOM: { en: 'Phone and internet', ru: 'Связь и интернет' },
  HEALTH: { en: 'Health', ru: 'Здоровье' },
  EDUCATION: { en: 'Education', ru: 'Образование' },
  LEISURE: { en: 'Leisure', ru: 'Досуг' },
  CHARITY: { en: 'Charity', ru: 'Благотворительность' },
  OTHER: { en: 'Other', ru: 'Прочее' },
};

/** The category suggested by a merchant's category; null if it is too general. */
export const categoryOfMerchant: Readonly<Record<MerchantCategory, BookkeepingCategory | null>> = {
  groceries: 'GROCERIES',
  restaurants: 'RESTAURANTS',
  fuel: 'TRANSPORT',
  transport: 'TRANSPORT',
  airlines: 'TRAVEL',
  hotels: 'TRAVEL',
  travel: 'TRAVEL',
  shopping: 'SHOPPING',
  clothing: 'SHOPPING',
  electronics: 'EQUIPMENT',
  home: 'SHOPPING',
  health: 'HEALTH',
  entertainment: 'LEISURE',
  gambling: 'LEISURE',
  software: 'SOFTWARE',
  telecom: 'TELECOM',
  utilities: 'UTILITIES',
  education: 'EDUCATION',
  services: null,
  government: 'TAXES',
  charity: 'CHARITY',
  financial: null,
  cash: null,
  other: null,
};
